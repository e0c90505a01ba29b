import type { Route } from '#contract/routes/routes.ts';
import type { FullCallDescription } from './call-description.ts';

/**
 * Describes the ways to authenticate a call.
 * @param cookieName name of this server's session cookie
 */
export const securitySchemes = (cookieName: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description:
      'Cookie that a sign-in sets. It is sufficient for a session that was opened without a proof.',
  },
  deviceProof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description:
      'Optional extension of the base contract: proof of a device key (RFC 9449, ES256). At sign-in it binds the session to that key; every call of such a session requires a proof.',
  },
  deviceReportProof: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Device-Proof',
    description:
      'Optional extension of the base contract: proof of the permanent key of a device, sent with its report (RFC 9449, ES256).',
  },
});

type SecurityRequirement = Partial<Record<keyof ReturnType<typeof securitySchemes>, []>>;

const SESSION_SECURITY: SecurityRequirement[] = [{ session: [] }, { session: [], deviceProof: [] }];

/**
 * Returns the alternative ways to authenticate a call; one of them is sufficient. Empty when the call needs no authentication.
 */
export function securityOf(
  { access, bindsKey }: Route,
  { takesDeviceProof }: FullCallDescription,
): SecurityRequirement[] {
  if (access === 'public') return bindsKey ? [{}, { deviceProof: [] }] : [];
  if (bindsKey) return [{ session: [], deviceProof: [] }];
  if (!takesDeviceProof) return SESSION_SECURITY;
  return [
    ...SESSION_SECURITY,
    ...SESSION_SECURITY.map((requirement): SecurityRequirement => ({
      ...requirement,
      deviceReportProof: [],
    })),
  ];
}
