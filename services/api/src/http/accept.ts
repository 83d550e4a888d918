const problem = 'application/problem+json'

/**
 * Returns whether a client with this Accept header (RFC 9110 §12.5.1) wants RFC 9457 problems. It must name them and not prefer
 * plain JSON. At equal quality, problems win.
 */
export function prefersProblem(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(problem)) return false
  const ofProblem = qualityIn(accept, problem) ?? 0
  const ofJson = qualityIn(accept, 'application/json') ?? qualityIn(accept, 'application/*') ?? qualityIn(accept, '*/*')
  return ofProblem > 0 && ofProblem >= (ofJson ?? 0)
}

/** Returns whether a client with this Accept header, such as a browser that opens an address, wants a page rather than JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const ofHtml = qualityIn(accept ?? '', 'text/html') ?? 0
  return ofHtml > 0 && ofHtml >= (qualityIn(accept ?? '', 'application/json') ?? 0)
}

/** Returns the quality, 0 to 1, that an Accept or Accept-Encoding header gives to `name`, or undefined if it does not name it. */
export function qualityIn(header: string, name: string): number | undefined {
  const range = header
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';').map((part) => part.trim()))
    .find(([one]) => one === name)
  if (!range) return undefined
  const quality = Number(range.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
  return Number.isNaN(quality) ? 1 : quality
}

/** Returns the languages of an Accept-Language header as two letters each, the most wished first. Leaves out refused ones. */
export function wishedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
      return { language: tag.slice(0, 2), quality: Number.isNaN(quality) ? 1 : quality }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}
