import { join } from 'node:path'
import type { ServiceName } from '@askline/local'

/** Names the folder of the bundles that the tests made. */
export const bundlesVariable = 'ASKLINE_BUNDLES'

/** Returns the main module of a bundled service. Tracing reads the service's name from its path. */
export const bundleOf = (folder: string, service: ServiceName): string => join(folder, service, 'dist', 'main.mjs')

/** Returns the bundle of a service, or `undefined` outside tests. */
export function findBundle(service: ServiceName): string | undefined {
  const folder = process.env[bundlesVariable]
  return folder === undefined ? undefined : bundleOf(folder, service)
}
