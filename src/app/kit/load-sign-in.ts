import { loadCode } from '#ui/hooks/load-code.ts';

/** Loads the sign-in code separately, because the app does not need it at the start for a signed-in user. */
export const loadSignInCode = () => loadCode(() => import('#sync/session/sign-in.ts'));
