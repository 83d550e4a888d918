/** Returns the DATABASE_URL of a one-shot command. Throws if it is not set. */
export function databaseUrlFromEnv(env: NodeJS.ProcessEnv = process.env): string {
  const url = env['DATABASE_URL']
  if (!url)
    throw new Error('DATABASE_URL is not set. It names the Postgres database, as postgres://user@host:5432/name')
  return url
}
