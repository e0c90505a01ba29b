import { loadCode } from './load-code.ts';

/** Loads the sign-in code separately, because a signed-in user does not need it at the start. */
export const loadSignIn = () => loadCode(() => import('#sync/session/sign-in.ts'));
