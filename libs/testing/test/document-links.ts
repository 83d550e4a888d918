/** Documents by path from the root of the repository, and the paths of all its files. */
export interface Repository {
  documents: ReadonlyMap<string, string>
  files: ReadonlySet<string>
}

const withoutFences = (source: string): string => source.replace(/^( *)(```|~~~)[\s\S]*?^ *\2.*$/gm, '')
const withoutCode = (source: string): string => withoutFences(source).replace(/`[^`\n]*`/g, '')

/** Returns the anchors that GitHub gives the headings of a document: a repeated heading gets `-1`, `-2`, … */
export function anchorsOf(source: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutFences(source).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy++) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  return anchors
}

/**
 * Returns the links of every document that lead to no file, no folder or no heading of the repository, as `document → target`. Links
 * that begin with a slash lead to what the API serves, and are not looked at.
 */
export function brokenLinks(repository: Repository): string[] {
  return [...repository.documents].flatMap(([document, source]) =>
    relativeTargets(source)
      .filter((target) => !isReachable(repository, document, target))
      .map((target) => `${document} → ${target}`),
  )
}

function relativeTargets(source: string): string[] {
  const text = withoutCode(source)
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g)]
  const references = [...text.matchAll(/^ {0,3}\[[^\]]+\]: +(\S+)/gm)]
  const html = [...text.matchAll(/<(?:a|img|source)\b[^>]*?(?:href|src|srcset)="([^"]+)"/g)]
  return [...inline, ...references, ...html].flatMap(([, target]) =>
    target === undefined || /^([a-z][a-z+.-]*:|\/)/i.test(target) ? [] : [target],
  )
}

function isReachable({ documents, files }: Repository, document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : resolve(document, decodeURIComponent(path))
  if (!exists(files, file)) return false
  if (anchor === undefined) return true
  return anchorsOf(documents.get(file) ?? '').has(decodeURIComponent(anchor))
}

/**
 * Returns the paths in backticks of a document that no file or folder has. A path starts at the root of the repository, at the folder
 * of the document or at its `src`. A name without a folder is the name of any file. `<name>` stands for any name.
 */
export function missingPaths({ documents, files }: Repository, document: string): string[] {
  const folder = resolve(document, '.')
  const names = [...withoutFences(documents.get(document) ?? '').matchAll(/`([^`\n]+)`/g)].flatMap(
    ([, name]) => name ?? [],
  )
  return names.filter(isPath).filter((name) => {
    const pattern = new RegExp(
      `^${name
        .replace(/\/$/, '')
        .replace(/\./g, '\\.')
        .replace(/<[a-z]+>/g, '[^/]+')}(/|$)`,
    )
    const starts = name.includes('/') ? ['', `${folder}/`, `${folder}/src/`] : undefined
    return ![...files].some((file) =>
      starts === undefined
        ? pattern.test(file.slice(file.lastIndexOf('/') + 1))
        : starts.some((start) => file.startsWith(start) && pattern.test(file.slice(start.length))),
    )
  })
}

const isPath = (name: string): boolean =>
  /^[\w<>.@-]+(\/[\w<>.@-]+)+\/?$|^[\w<>-]+(\.[\w-]+)*\.(ts|tsx|mjs|json|md|yml|sh|sql|example)$/.test(name)

function exists(files: ReadonlySet<string>, path: string): boolean {
  return path === '' || files.has(path) || [...files].some((file) => file.startsWith(`${path}/`))
}

/** Returns the path that a link from a file leads to, without a slash at the end. */
function resolve(from: string, path: string): string {
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
