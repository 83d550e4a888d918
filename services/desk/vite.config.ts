import { fileURLToPath } from 'node:url'
import { categorySettings, companySettings, grantable, limits, type Setting } from '@askline/contracts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const preact: Record<string, string> = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

type Bounds = { minimum?: number; maximum?: number; maxItems?: number; maxLength?: number }

/** Returns what the forms need to know of each setting. The schema library itself stays out of the pages. */
const describeSettings = (catalogue: Record<string, Setting>) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, { default: usual, unit, schema }]) => {
      const { minimum, maximum, maxItems, maxLength }: Bounds = schema
      return [name, { default: usual, unit, minimum, maximum, maxItems, maxLength }]
    }),
  )
const settings = { category: describeSettings(categorySettings), company: describeSettings(companySettings) }

const loader: UserConfig = {
  root: file('.'),
  publicDir: false,
  build: {
    outDir: 'dist/loader',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: file('src/widget/loader.ts'), formats: ['iife'], name: 'askline', fileName: () => 'v1.js' },
  },
}

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** Returns the module at `path` and all that it imports at once, directly or not. */
function reachableFrom(path: string, modules: Modules): Set<string> {
  const found = new Set<string>()
  const waiting = [file(path)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(modules.getModuleInfo(next)?.importedIds ?? []))
  }
  return found
}

/**
 * Returns whether `id` is one of the modules that the pages of a build need at once. The desk needs what its `show-desk.tsx` imports.
 * Askers need what their page and the widget's panel share. Neither loads what only the other one uses.
 */
function openFirstLoad(page: 'desk' | 'ask') {
  let known: Set<string> | undefined
  return (id: string, modules: Modules): boolean => {
    if (!known) {
      known = reachableFrom(`src/${page}/show-${page}.tsx`, modules)
      known.delete(file(`src/${page}/show-${page}.tsx`))
      const panel = page === 'ask' ? reachableFrom('src/widget/widget-main.tsx', modules) : known
      for (const module of known) if (!panel.has(module)) known.delete(module)
    }
    return known.has(id)
  }
}

/**
 * Puts what a page needs at once into two files: `begin` asks who is signed in while `first` loads. More files would wait for
 * each other, because a browser opens six connections at most.
 */
function groupFirstLoad(page: 'desk' | 'ask') {
  const isFirst = openFirstLoad(page)
  const isOfBegin = (id: string) => id === file('src/session/session.ts') || id.includes('vite/preload-helper')
  return [
    { debugName: 'begin', name: (id: string) => (isOfBegin(id) ? 'begin' : null), priority: 2 },
    {
      debugName: 'first',
      name: (id: string, modules: Modules) => (isFirst(id, modules) ? 'first' : null),
      priority: 1,
    },
  ]
}

/**
 * Names what an entry imports dynamically in the head of its page, so that the browser loads it beside the entry and not
 * after it.
 */
const preloadDynamicImports: Plugin = {
  name: 'preload-dynamic-imports',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { chunk, bundle = {} }) {
      if (!chunk) return []
      const known = new Set([chunk.fileName, ...chunk.imports])
      const styles = new Set<string>()
      const add = (name: string) => {
        const found = bundle[name]
        if (found?.type !== 'chunk' || known.has(name)) return
        known.add(name)
        for (const style of found.viteMetadata?.importedCss ?? []) styles.add(style)
        for (const one of found.imports) add(one)
      }
      for (const name of chunk.dynamicImports) add(name)
      const scripts = [...known].slice(1 + chunk.imports.length)
      const link = (attrs: Record<string, string | true>) => ({ tag: 'link', injectTo: 'head' as const, attrs })
      return [
        ...scripts.map((name) => link({ rel: 'modulepreload', crossorigin: true, href: `/assets/${name}` })),
        ...[...styles].map((name) => link({ rel: 'stylesheet', crossorigin: true, href: `/assets/${name}` })),
      ]
    },
  },
}

type PageBuild = 'desk' | 'ask' | 'account' | 'docs'

/** The pages of each build. The entry pages repeat their head, because HTML cannot include another file. */
const pageBuilds: Record<PageBuild, { html: string[]; isPreact: boolean }> = {
  desk: { html: ['desk.html'], isPreact: false },
  ask: { html: ['ask.html', 'widget.html'], isPreact: true },
  account: { html: ['account.html'], isPreact: true },
  docs: { html: ['docs.html'], isPreact: true },
}

/** The parts of the client that no page of askers uses, as a test checks, and what stands for them. */
const notForAskers: Record<string, string> = {
  admin: 'export const adminOf = () => undefined',
  events: 'export const eventsOf = () => undefined; export const feedWaitSeconds = 0',
}
const forAskers: Plugin = {
  name: 'for-askers',
  load: (id) => notForAskers[/\/libs\/client\/src\/resources\/(\w+)\.ts$/.exec(id)?.[1] ?? ''] ?? null,
}

/**
 * `vite build` makes the desk, which runs on React. The others run on Preact, which is smaller:
 *
 * - `--mode ask`: the asker's pages and the widget's panel, from the same components.
 * - `--mode account`: the pages for setup, invitations and passwords.
 * - `--mode docs`: the documentation of the API.
 * - `--mode loader`: the one script that a company's page loads.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'loader') return loader
  const page = mode === 'ask' || mode === 'account' || mode === 'docs' ? mode : 'desk'
  const hasOneEntry = page === 'account' || page === 'docs'
  const { html, isPreact } = pageBuilds[page]
  return {
    root: file('.'),
    base: '/assets/',
    experimental: {
      // Modules name each other by their place beside them, so all of them come from where the first one came from.
      renderBuiltUrl: (_file, { hostType }) => (hostType === 'js' ? { relative: true } : undefined),
    },
    publicDir: false,
    // The entry of the small pages imports only texts dynamically, which few browsers need.
    plugins: [react(), ...(hasOneEntry ? [] : [preloadDynamicImports]), ...(page === 'desk' ? [] : [forAskers])],
    define: {
      SETTINGS: JSON.stringify(settings),
      GRANTABLE_SCOPES: JSON.stringify(grantable),
      SHORTEST_PASSWORD: JSON.stringify(limits.passwordLengthMin),
    },
    resolve: {
      conditions: ['source', 'module', 'browser', 'production'],
      alias: isPreact ? preact : {},
    },
    build: {
      outDir: `dist/${page}`,
      assetsDir: page,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      manifest: true,
      sourcemap: true,
      reportCompressedSize: true,
      rolldownOptions: {
        input: html.map(file),
        output: hasOneEntry ? {} : { codeSplitting: { groups: groupFirstLoad(page) } },
      },
    },
  }
})
