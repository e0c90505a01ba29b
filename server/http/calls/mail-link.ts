import { TOKEN_MS } from '../../commands/accounts/one-time-tokens.ts';
import type { MadeLink } from '../../commands/accounts/password-reset.ts';
import { passwordLink } from '../../base/links.ts';
import { linkLetter } from '../../mail/letters.ts';
import { clinicName } from '../../queries/catalogs/clinic-name.ts';
import type { Context } from '../context/context.ts';

/** Sends a link to its user, after the answer; nothing where no mail is configured. */
export function mailLink({ db, mail, background }: Context, made: MadeLink, madeAt: Date): void {
  if (mail === null) return;
  const { user, purpose, token } = made;
  background.run('mail', async () => {
    const letter = linkLetter(purpose, {
      to: { name: user.displayName, address: user.email },
      clinic: await clinicName(db, user.branchId),
      link: passwordLink(mail.publicUrl.origin, token),
      expiresAt: new Date(madeAt.getTime() + TOKEN_MS[purpose]),
    });
    await mail.mailer.send(letter);
  });
}
