/** The folder with the data, as described in FINDINGS.md. Undefined when the variable is not set. */
export function readDataFolder(): string | undefined {
  return process.env['ASKLINE_TEXT_DATA'] || undefined
}
