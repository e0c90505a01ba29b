import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import {
  packageContentText,
  packageCriteriaOfForm,
  selectExamPackage,
} from '#domain/evaluation/worksheet/exam-package.ts';
import type { RegistrationForm } from '#domain/registration.ts';
import { refreshRequiredCatalogs } from '#sync/catalogs/catalog-cache.ts';
import { canSetUpClinic } from '#sync/administration/setup.ts';
import type { Account } from '#sync/session/session.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { readPackages } from '../additional/fields-by-form.ts';
import { emptyCatalogsAdvice, emptyCatalogsTitle } from '../company/company-messages.ts';
import type { Captures, PictureIdentityPrompt } from '../draft/use-captures.ts';
import { focusForwardButton, focusTitle } from '../form/focus.ts';
import { StepNotices } from './notices.tsx';
import { formatPictureIdentity, pictureIdentityTitle } from './picture-identity-messages.ts';
import './rarely-shown.css';

export function MissingCatalogsNotice() {
  const { busy, trouble, run } = useChangeRunner<'failed'>();
  const fetchNow = async (): Promise<'failed' | null> => {
    try {
      const outcomes = Object.values(await refreshRequiredCatalogs());
      const hasArrived = outcomes.every((outcome) => outcome === 'replaced' || outcome === 'unchanged');
      return hasArrived ? null : 'failed';
    } catch (error) {
      reportError(error);
      return 'failed';
    }
  };
  return (
    <Notice
      kind="warn"
      title="El catálogo aún no está en este dispositivo."
      action={
        <Button loading={busy} onClick={() => void run(fetchNow)}>
          Traer catálogo
        </Button>
      }
    >
      {trouble
        ? 'No se pudo traer ahora. Revisa la conexión e intenta de nuevo; lo escrito queda en el borrador.'
        : 'Se trae una vez con red y después queda aquí, también sin conexión.'}
    </Notice>
  );
}

interface EmptyCatalogsProps {
  account: Account;
  canWait: boolean;
  empty: readonly string[];
}

/**
 * Notice about an empty catalogue: a link for a user with permission; otherwise the advice to contact the catalogue manager.
 */
export function EmptyCatalogsNotice({ account, canWait, empty }: EmptyCatalogsProps) {
  const mayChange = account.actions.includes('manage_catalogs');
  const toSetup = canSetUpClinic(account);
  return (
    <Notice
      kind="warn"
      title={emptyCatalogsTitle(empty)}
      action={
        mayChange ? (
          <Button component={Link} to={toSetup ? '/setup' : '/admin/catalogs'}>
            {toSetup ? 'Poner en marcha la clínica' : 'Ir a Catálogos'}
          </Button>
        ) : undefined
      }
    >
      {emptyCatalogsAdvice(mayChange, canWait)}
    </Notice>
  );
}

interface PictureIdentityQuestionProps {
  question: PictureIdentityPrompt;
  captures: Captures;
}

/**
 * Prompt that replaces the captures, so that one patient's photo is not combined with another's signature. It shows the
 * pictures, so that the user recognises the patient.
 */
export function PictureIdentityQuestion({
  question: { of, now, keep, takeAgain },
  captures: { taken, pictures },
}: PictureIdentityQuestionProps) {
  const keepPictures = () => {
    keep();
    focusForwardButton();
  };
  const discardPictures = () => {
    takeAgain();
    focusTitle();
  };
  return (
    <div className="whose">
      <Notice
        kind="warn"
        title={pictureIdentityTitle(taken, now)}
        action={
          <>
            <Button data-whose onClick={keepPictures}>
              Sí, conservar
            </Button>
            <Button onClick={discardPictures}>No, tomar de nuevo</Button>
          </>
        }
      >
        {formatPictureIdentity(taken, of)}
      </Notice>
      <div className="whose-pictures">
        {pictures.photo && (
          <div className="whose-photo">
            <ImageFromBytes picture={pictures.photo} alt="Foto que ya está capturada" />
          </div>
        )}
        {pictures.signature && (
          <div className="whose-signature">
            <ImageFromBytes picture={pictures.signature} alt="Firma que ya está capturada" />
          </div>
        )}
      </div>
    </div>
  );
}

/** Job profile that a company has for the chosen type and job; nothing without one. */
export function JobProfile({ form, className }: { form: RegistrationForm; className: string }) {
  const packages = useLiveQuery(readPackages) ?? [];
  const found = selectExamPackage(packages, packageCriteriaOfForm(form));
  if (!found?.company) return null;
  return (
    <StepNotices className={className}>
      <Notice kind="info" title={['Perfil de cargo', found.job].filter(Boolean).join(': ')}>
        {packageContentText(found)}
      </Notice>
    </StepNotices>
  );
}
