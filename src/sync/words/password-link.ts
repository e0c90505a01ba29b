/** Returns the address of the page where the user chooses a password, with the token that permits it. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${encodeURIComponent(token)}`;
