/** Returns the server of an address. The rest of it may be a secret, as in those of Slack. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
