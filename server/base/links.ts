/** Link to the page of the app that accepts this one-time token; `origin` is the address of the server without a path. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${token}`;
export const firstAdministratorLink = (origin: string, token: string): string =>
  `${origin}/first-admin?token=${token}`;
