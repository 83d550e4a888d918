/** The primary subtag of a language tag, lower case: `de` of `de-AT`. Undefined for what is no language tag. */
export function languageOfTag(tag: string | null | undefined): string | undefined {
  const primary = /^([a-z]{2,3})(?:[-_]|$)/i.exec(tag?.trim() ?? '')?.[1]?.toLowerCase()
  if (primary === 'nb' || primary === 'nn') return 'no'
  return primary === 'fil' ? 'tl' : primary
}
