import { loadCode } from './load-code.ts';

/** Nobody signs in while somebody is signed in: the code for it is not part of the start. */
export const loadSignIn = () => loadCode(() => import('#sync/session/sign-in.ts'));
