import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';
import { PictureImage } from '#ui/display/picture-image.tsx';
import type { Captures } from '../draft/use-captures.ts';
import type { PictureIdentityPrompt } from '../draft/use-picture-identity.ts';
import { focusForwardButton, focusTitle } from '../form/focus.ts';
import { formatPictureIdentity, pictureIdentityTitle } from './picture-identity-messages.ts';
import './picture-identity.css';

interface PictureIdentityQuestionProps {
  question: PictureIdentityPrompt;
  captures: Captures;
}

/**
 * Prompt that replaces the captures, so that one patient's photo is not combined with another's signature. It shows the
 * pictures, so that the user recognises the patient.
 */
export function PictureIdentityQuestion({
  question,
  captures: { taken, pictures },
}: PictureIdentityQuestionProps) {
  const { of, now, keep, takeAgain } = question;
  return (
    <div className="whose">
      <Notice
        kind="warn"
        title={pictureIdentityTitle(taken, now)}
        action={
          <>
            <Button
              data-whose
              onClick={() => {
                keep();
                focusForwardButton();
              }}
            >
              Sí, conservar
            </Button>
            <Button
              onClick={() => {
                takeAgain();
                focusTitle();
              }}
            >
              No, tomar de nuevo
            </Button>
          </>
        }
      >
        {formatPictureIdentity(taken, of)}
      </Notice>
      <div className="whose-pictures">
        {pictures.photo && (
          <div className="whose-photo">
            <PictureImage picture={pictures.photo} alt="Foto que ya está capturada" />
          </div>
        )}
        {pictures.signature && (
          <div className="whose-signature">
            <PictureImage picture={pictures.signature} alt="Firma que ya está capturada" />
          </div>
        )}
      </div>
    </div>
  );
}
