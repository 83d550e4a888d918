/** Returns the link of the setup. The token stands behind `#`, so browsers send it to no server. */
export const setupAddress = (issuer: string, token: string): string => `${issuer}/setup#${token}`
