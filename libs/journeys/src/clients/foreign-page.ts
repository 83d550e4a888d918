import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of a company on a server of its own. */
export type ForeignPage = { html: string; headers?: Record<string, string> }

/** Serves the pages by path, like `/shop`. The caller closes it. */
export async function serveForeignPages(pages: Record<string, ForeignPage>) {
  const server = createServer((request, response) => {
    const found = pages[new URL(request.url ?? '/', 'http://host').pathname]
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...found?.headers })
    response.end(found?.html)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** The same pages in three origins. The first two are other sites than the API at 127.0.0.1. */
    origin: `http://localhost:${port}`,
    otherOrigin: `http://other.localhost:${port}`,
    sameSiteOrigin: `http://127.0.0.1:${port}`,
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
