import type { MailHandler } from '../../../mails/index.ts';
import { passwordLink } from '../../../platform/base/links.ts';
import type { Database } from '../../../platform/database/connection/client.ts';
import { clinicOrProductName } from '../../../catalogs/index.ts';
import { type LinkPurpose, composeLinkMail } from '../mails/link-mail.ts';
import { makeMailedLink } from '../sessions/mailed-link.ts';
import { TOKEN_LIFETIME_MS } from '../sessions/one-time-tokens.ts';

/** Creates the handler of mails with a link of this purpose. */
export const createLinkMailHandler = (
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: URL },
  purpose: LinkPurpose,
): MailHandler => ({
  compose: async (mail, at) => {
    const made = await makeMailedLink(db, { ...mail, purpose }, at);
    if (!made) return null;
    const { user, token } = made;
    return composeLinkMail(purpose, {
      to: { name: user.displayName, address: user.email },
      clinic: await clinicOrProductName(db, user.branchId),
      link: passwordLink(publicUrl.origin, token),
      expiresAt: new Date(at.getTime() + TOKEN_LIFETIME_MS[purpose]),
    });
  },
});
