import '../ui/tokens.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { hideComposedKeys } from '../keys/input-method.ts'
import { showTheme } from '../live/preferences.ts'
import { deskShapes } from '../ui/desk-shapes.tsx'
import { addShapes } from '../ui/icon.tsx'
import { DocsProvider } from './docs-context.ts'
import { DocsPage } from './docs-page.tsx'
import { loadDocs } from './load-docs.ts'

hideComposedKeys()
addShapes(deskShapes)
showTheme()
const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const docs = await loadDocs()
  root.render(
    <DocsProvider value={docs}>
      <DocsPage />
    </DocsProvider>,
  )
} catch {
  root.render(<p role="alert">The documents of the API could not be loaded. Reload the page.</p>)
}
