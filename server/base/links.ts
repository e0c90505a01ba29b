/** Links to the pages of the app that accept a one-time token; `origin` is an address without a path. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${token}`;
export const firstAdministratorLink = (origin: string, token: string): string =>
  `${origin}/first-admin?token=${token}`;
