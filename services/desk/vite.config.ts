import { fileURLToPath } from 'node:url'
import { categorySettings } from '@askline/contracts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const preact: Record<string, string> = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

/** What the forms need to know of each setting of a category. The schema library itself stays out of the pages. */
const settingsCatalogue = Object.fromEntries(
  Object.entries(categorySettings).map(([name, { default: usual, unit, schema }]) => {
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
    return [name, { default: usual, unit, minimum, maximum }]
  }),
)

/**
 * `vite build` makes the desk, which runs on React. `vite build --mode ask` makes the asker's pages: the same components on
 * Preact, a fifth of the size, because people who ask are on phones.
 */
export default defineConfig(({ mode }) => {
  const page = mode === 'ask' ? 'ask' : 'desk'
  return {
    root: file('.'),
    base: '/assets/',
    publicDir: false,
    plugins: [react()],
    define: { CATEGORY_SETTINGS: JSON.stringify(settingsCatalogue) },
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
      rollupOptions: { input: file(`${page}.html`) },
    },
  }
})
