import { fileURLToPath } from 'node:url'
import { categorySettings, companySettings, grantable, type Setting } from '@askline/contracts'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'

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

/**
 * `vite build` makes the desk, which runs on React. `vite build --mode ask` makes the asker's pages and the widget's panel from
 * the same components. They run on Preact, which is smaller, because people who ask are on phones.
 * `vite build --mode loader` makes the one script that a company's page loads.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'loader') return loader
  const page = mode === 'ask' ? 'ask' : 'desk'
  return {
    root: file('.'),
    base: '/assets/',
    publicDir: false,
    plugins: [react()],
    define: { SETTINGS: JSON.stringify(settings), GRANTABLE_SCOPES: JSON.stringify(grantable) },
    resolve: {
      conditions: ['source', 'module', 'browser', 'production'],
      alias: page === 'ask' ? preact : {},
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
      // The entry pages repeat their head, because HTML cannot include another file.
      rollupOptions: { input: page === 'ask' ? [file('ask.html'), file('widget.html')] : file('desk.html') },
    },
  }
})
