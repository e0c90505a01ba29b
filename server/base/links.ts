/** Pages of the app that take a one-time token; `origin` is an address without a path. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${token}`;
export const firstAdministratorLink = (origin: string, token: string): string =>
  `${origin}/first-admin?token=${token}`;
