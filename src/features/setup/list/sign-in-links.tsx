import { useState } from 'react';
import { passwordResetLink } from '#sync/messages/password-link.ts';
import { ShareableLink } from '#components/handed-link.tsx';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { CardSurface } from '#ui/display/cards/card.tsx';
import type { SignInLink } from '../state/run.ts';
import './sign-in-links.css';

/** Sign-in links of the created users, until the user leaves the page. */
export function SignInLinks({ links }: { links: readonly SignInLink[] }) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  if (links.length === 0) return null;
  return (
    <CardSurface as="section" className="setup-links" aria-labelledby="setup-links" tabIndex={-1}>
      <h2 id="setup-links">Entrega estos enlaces ahora</h2>
      <p>
        Con el suyo, cada persona elige su contraseña. Se muestran una sola vez, hasta que salgas de esta
        página. Si el servidor envía correos, también les llegan por correo. Si se pierde uno, haz otro en
        Usuarios.
      </p>
      <LeavePrompt
        dirty={links.some(({ token }) => !copied.includes(token))}
        title="¿Salir sin entregar los enlaces?"
        confirmLabel="Salir"
        cancelLabel="Seguir aquí"
      >
        Los enlaces no se vuelven a mostrar. Si se pierde uno, haz otro en Usuarios.
      </LeavePrompt>
      {links.map(({ userId, name, token }) => (
        <ShareableLink
          key={userId}
          label={`Enlace de ${name}`}
          link={passwordResetLink(location.origin, token)}
          hint="Sirve una sola vez y vence en 7 días."
          onCopied={() => setCopied((before) => [...before, token])}
        />
      ))}
    </CardSurface>
  );
}
