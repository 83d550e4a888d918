/**
 * Returns a text without empty lines at its ends. Spaces before the first word stay, because they may make a block of code. Returns
 * an empty text if there are no words.
 */
export function cutEmptyLines(text: string): string {
  const lines = text.split('\n')
  const hasWords = (line: string) => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(hasWords)), lines.findLastIndex(hasWords) + 1).join('\n')
}
