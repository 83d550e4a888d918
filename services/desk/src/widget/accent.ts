import { contrastOf, inkOn, mix } from './contrast.ts'

/** The areas of each theme that colored text stands on: the card, then those where it is hardest to read (`tokens.css`). */
export const grounds = { light: ['#ffffff', '#e9edf2'], dark: ['#1a222d', '#10151c'] } as const
/** The share of the accent in `--go-soft`. */
const softShare = 0.1
/** The least contrast of text (WCAG 2.2, 1.4.3). */
const least = 4.5
const step = 0.05

/** Returns `color`, darkened for the light theme or lightened for the dark one until text of it can be read on every area. */
export function accentOn(theme: 'light' | 'dark', color: string): string {
  const [card, other] = grounds[theme]
  const end = theme === 'light' ? '#000000' : '#ffffff'
  for (let share = 0; share < 1; share += step) {
    const accent = mix(color, end, share)
    const areas = [card, other, mix(card, accent, softShare)]
    if (areas.every((area) => contrastOf(accent, area) >= least)) return accent
  }
  return end
}

/** Gives buttons and links of the page the company's color. */
export function showAccent(color: string): void {
  const rule = (accent: string) => `:root{--go:${accent};--on-go:${inkOn(accent)}}`
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `${rule(accentOn('light', color))}@media (prefers-color-scheme:dark){${rule(accentOn('dark', color))}}`,
  )
  document.adoptedStyleSheets = [sheet]
}
