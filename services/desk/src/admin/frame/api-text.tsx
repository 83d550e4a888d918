/** Shows a message of the API: `text` in the language in use, or the English `message`. */
export const ApiText = ({ text, message }: { text: string | undefined; message: string }) =>
  text === undefined ? <span lang="en">{message}</span> : text
