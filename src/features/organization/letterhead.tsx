import type { LogoState } from '#components/logo/logo-field.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import type { OwnBranchValues } from './fields.ts';
import './letterhead.css';

interface LetterheadPreviewProps {
  companyName: string | null | undefined;
  values: OwnBranchValues;
  logo: LogoState;
}

/** Preview of the letterhead of both documents. Its layout must match server/documents/reports/layout/frame.ts. */
export function LetterheadPreview({ companyName, values, logo }: LetterheadPreviewProps) {
  const { address, contact_phone: phone, contact_email: email, contact_website: website } = values;
  const { nit, habilitation_code: code, city, name } = values;
  const inLaw = [nit.trim() && `NIT ${nit.trim()}`, code.trim() && `Código de habilitación ${code.trim()}`];
  const place = [name, city].map((text) => text.trim()).filter(Boolean);
  const contact = [address, phone, email, website].map((text) => text.trim()).filter(Boolean);
  return (
    <Card title="Así saldrá en los documentos">
      <div className="letterhead on-paper" data-with-logo={logo.name === 'present' || undefined}>
        {logo.name === 'present' && <ImageFromBytes picture={logo.picture} alt="" />}
        <div className="letterhead-words">
          {companyName && <strong>{companyName}</strong>}
          {inLaw.some(Boolean) && <small>{inLaw.filter(Boolean).join('  ·  ')}</small>}
          {place.length > 0 && <b>{place.join('  ·  ')}</b>}
          {contact.length > 0 && <small>{contact.join('  ·  ')}</small>}
        </div>
        <span className="letterhead-rule" />
        <span className="letterhead-line" />
        <span className="letterhead-line" />
      </div>
    </Card>
  );
}
