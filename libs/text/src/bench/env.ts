/** The folder with the data, as described in METHODS.md. Undefined when the variable is not set. */
export function readDataFolder(): string | undefined {
  return process.env['ASKLINE_TEXT_DATA'] || undefined
}
