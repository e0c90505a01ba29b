export const passwordResetLink = (origin: string, token: string): string =>
  `${origin}/reset-password?token=${encodeURIComponent(token)}`;
