import { z } from 'zod';

/**
 * The policy of our pages lets no text become code (server/http/security-headers.ts), which zod finds out by trying: each
 * window would report a violation. Told so before the first schema is made, it does not try. To be imported first.
 */
z.config({ jitless: true });
