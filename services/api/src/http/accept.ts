const problem = 'application/problem+json'

/**
 * Whether a client that sent this Accept (RFC 9110 §12.5.1) wants errors as RFC 9457 has them: only where it names them, and
 * not where it likes plain JSON better. Of what it likes as well, what it named for errors wins.
 */
export function prefersProblem(accept: string | undefined): boolean {
  const header = accept?.toLowerCase()
  if (!header?.includes(problem)) return false
  const qualities = new Map(header.split(',').map(qualityOf))
  const ofProblem = qualities.get(problem) ?? 0
  const ofJson = qualities.get('application/json') ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0
  return ofProblem > 0 && ofProblem >= ofJson
}

function qualityOf(range: string): [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
  return [type, Number.isNaN(quality) ? 1 : quality]
}
