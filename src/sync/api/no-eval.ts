/**
 * The policy of our pages lets no text become code (server/http/answers/security-headers.ts), which zod finds out by trying: each
 * window would report a violation. Told so before it begins, it does not try. To be imported first.
 * @remarks zod's own place for its settings, shared by all copies of it: `z.config` from here would have the entry load what
 * of zod only a screen needs (1.4 kB). tests/e2e/content-policy.spec.ts notices when another version looks elsewhere.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
