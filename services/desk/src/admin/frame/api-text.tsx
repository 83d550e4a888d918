/** What the API says: `text` in the language in use, or its own English `message`. */
export const ApiText = ({ text, message }: { text: string | undefined; message: string }) =>
  text === undefined ? <span lang="en">{message}</span> : text
