import '../../src/ui/tokens.css'
import '../../src/ui/base.css'
import { createRoot } from 'react-dom/client'
import { commands, page as tester } from 'vitest/browser'
import { DocsProvider } from '../../src/docs/docs-context.ts'
import { DocsPage } from '../../src/docs/docs-page.tsx'
import { loadDocs } from '../../src/docs/load-docs.ts'
import { hideComposedKeys } from '../../src/keys/input-method.ts'
import { deskShapes } from '../../src/ui/desk-shapes.tsx'
import { addShapes } from '../../src/ui/icon.tsx'
import { endWithTest } from './complaints.ts'
import { type Answers, openService, type Service } from './service.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    describeSocket(): Promise<object>
  }
}

hideComposedKeys()
addShapes(deskShapes)
const [openapi, asyncapi] = await Promise.all([commands.describeApi(), commands.describeSocket()])
const documents: Answers = {
  'GET /v1/openapi.json': JSON.stringify(openapi),
  'GET /v1/asyncapi.json': JSON.stringify(asyncapi),
}

/** Opens a page of the documentation. It ends with the test, which fails as one with `openDesk` does. */
export async function openDocs(path: string, answers: Answers = {}): Promise<Service> {
  const service = openService({ ...documents, ...answers })
  await tester.viewport(1280, 800)
  Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' })
  history.replaceState(null, '', path)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <DocsProvider value={await loadDocs()}>
      <DocsPage />
    </DocsProvider>,
  )
  endWithTest(() => {
    root.unmount()
    place.remove()
    return service.end()
  })
  return service
}
