import { CopyLink } from '#ui/fields/copy-link.tsx';
import { QrCode } from '#ui/display/pictures/qr-code.tsx';
import './handed-link.css';

interface ShareableLinkProps {
  label: string;
  link: string;
  hint: string;
  onCopied?: () => void;
}

/** Host names with which only this machine can reach the server. */
const LOOPBACK_HOST_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const isLoopbackLink = (link: string): boolean => LOOPBACK_HOST_NAMES.has(new URL(link).hostname);

export const ShareableLink = ({ label, link, hint, onCopied }: ShareableLinkProps) => (
  <div className="handed-link">
    <CopyLink label={label} link={link} hint={hint} onCopied={onCopied} />
    <figure className="handed-link-code">
      <QrCode text={link} label={`${label}, como código QR`} />
      <figcaption>Se lee con la cámara del celular o de la tableta.</figcaption>
    </figure>
    {isLoopbackLink(link) && (
      <p className="handed-link-doubt">
        Este enlace solo abre en este mismo computador. Para los demás, abre Ventanilla por la dirección con
        que la usará la clínica y genera el enlace allí.
      </p>
    )}
  </div>
);
