/** Returns the address of the app's page that accepts this one-time token. `origin` is the server's address without a path. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${token}`;
export const firstAdministratorLink = (origin: string, token: string): string =>
  `${origin}/first-admin?token=${token}`;
