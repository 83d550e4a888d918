// Writes the JavaScript of a workspace: every source in `src` becomes a module with a source map in `dist`.
// Types are removed and not checked, because `npm run typecheck` checks them. A syntax error fails the build.
// `node build.mjs` builds the current folder; `node build.mjs --watch FOLDER…` builds the folders again after each change.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { transformSync } from 'oxc-transform'

const [flag, ...folders] = process.argv.slice(2)
if (flag === '--watch') watchFolders(folders.map((folder) => resolve(folder)))
else process.exitCode = build(process.cwd()) ? 0 : 1

/** Returns whether every source could be built. Removes modules that have no source. */
function build(folder) {
  const sources = filesBelow(join(folder, 'src')).filter(isSource)
  const results = sources.map((source) => transpile(folder, source))
  const modules = new Set(sources.map((source) => moduleOf(folder, source)))
  for (const file of filesBelow(join(folder, 'dist'))) {
    if (!modules.has(file.replace(/\.map$/, ''))) rmSync(file)
  }
  return results.every(Boolean)
}

/** Returns whether the source could be built; prints its errors. */
function transpile(folder, source) {
  const target = moduleOf(folder, source)
  const { code, map, errors } = transformSync(basename(source), readFileSync(source, 'utf8'), {
    lang: 'ts',
    sourcemap: true,
    target: 'es2023',
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  })
  for (const error of errors) console.error(`${relative(process.cwd(), source)}: ${error.codeframe ?? error.message}`)
  if (errors.length > 0) return false
  mkdirSync(dirname(target), { recursive: true })
  const { mappings, names } = map
  const sources = [relative(dirname(target), source).replaceAll('\\', '/')]
  writeIfChanged(`${target}.map`, JSON.stringify({ version: 3, sources, names, mappings }))
  writeIfChanged(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`)
  return true
}

/** Leaves an equal file alone, so that watchers of `dist` see real changes only. */
function writeIfChanged(file, text) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

function watchFolders(folders) {
  for (const folder of folders) {
    watch(join(folder, 'src'), { recursive: true }, (_event, name) => {
      const source = join(folder, 'src', name ?? '')
      if (!isSource(source)) return
      if (existsSync(source) && statSync(source).isFile()) transpile(folder, source)
      else build(folder)
    })
  }
}

function isSource(file) {
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('.d.ts')
}

function moduleOf(folder, source) {
  return join(folder, 'dist', relative(join(folder, 'src'), source)).replace(/\.ts$/, '.js')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
