/** Returns red, green and blue of `#rrggbb`, each from 0 to 255. */
const channelsOf = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Returns the relative luminance of `#rrggbb` (WCAG 2.2), from 0 for black to 1 for white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns `one` with a `share` of `other`, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
  const added = channelsOf(other)
  const mixed = channelsOf(one).map((value, at) => Math.round(value + ((added[at] ?? 0) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast of two colors (WCAG 2.2), from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white, whichever has the higher contrast on `color`: at least 4.5. */
export const inkOn = (color: string): '#000000' | '#ffffff' => (luminanceOf(color) > 0.179 ? '#000000' : '#ffffff')
