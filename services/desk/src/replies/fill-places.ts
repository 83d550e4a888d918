/** The words that a saved reply may hold in braces. Each is replaced when the reply is inserted. */
export type PlaceValues = { asker: string; me: string; company: string; subject: string }

/** Returns the text with `{asker}`, `{me}`, `{company}` and `{subject}` replaced. Other words in braces stay as they are. */
export const fillPlaces = (text: string, values: PlaceValues): string =>
  text.replace(/\{(asker|me|company|subject)\}/g, (_, name: keyof PlaceValues) => values[name])
