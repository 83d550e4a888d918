/** Whether a text is a color as the service takes it: `#rrggbb` in lower case. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)
