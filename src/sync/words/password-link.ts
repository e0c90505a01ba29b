/** The page where a password is chosen, with the token that opens it. */
export const passwordLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${encodeURIComponent(token)}`;
