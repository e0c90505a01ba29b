import { Button } from '@mantine/core';
import { Notice } from '#ui/notices/notice.tsx';
import { PictureImage } from '#ui/display/picture-image.tsx';
import type { Captures } from '../draft/use-captures.ts';
import type { WhoseQuestion } from '../draft/use-pictures-of.ts';
import { focusForward, focusStep } from '../form/focus.ts';
import { whoseText, whoseTitle } from './whose-words.ts';
import './whose-pictures.css';

interface WhosePicturesProps {
  question: WhoseQuestion;
  captures: Captures;
}

/**
 * Shown instead of the captures, so that nothing is captured for one person over pictures of another. The pictures are shown,
 * because a face answers the question.
 */
export function WhosePictures({ question, captures: { taken, pictures } }: WhosePicturesProps) {
  const { of, now, keep, takeAgain } = question;
  return (
    <div className="whose">
      <Notice
        kind="warn"
        title={whoseTitle(taken, now)}
        action={
          <>
            <Button
              data-whose
              onClick={() => {
                keep();
                focusForward();
              }}
            >
              Sí, conservar
            </Button>
            <Button
              onClick={() => {
                takeAgain();
                focusStep();
              }}
            >
              No, tomar de nuevo
            </Button>
          </>
        }
      >
        {whoseText(taken, of)}
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
