// Public functions and types of server/accounts; other modules import only this file.
export { createLinkMailHandler } from './commands/sending/link-mail-handler.ts';
export { issueTokenIfNoUsers } from './commands/users/first-administrator.ts';
export { createNoUsersCheck } from './queries/awaits-administrator.ts';
export { signingRules } from './queries/signing-rules.ts';
export { vaultKeyOf } from './queries/vault-key.ts';
export { accountRoutes } from './routes/accounts.ts';
export { authRoutes } from './routes/auth.ts';
export { authenticateAndAuthorize } from './routes/authenticate.ts';
export { meRoutes } from './routes/me.ts';
export { userRoutes } from './routes/users.ts';
