import { Button } from '@mantine/core';
import type { RegistrationForm } from '#domain/registration.ts';
import { Notice } from '#ui/notices/notice.tsx';
import type { useCardFill } from '../filling/use-card-fill.ts';
import {
  CARD_WARNING_TEXTS,
  cardNounWithArticle,
  formatCardholder,
  formatFieldList,
  formatUnlikeStored,
  isSeriousCardWarning,
  unsplitNamesTitle,
  splitNamesLabel,
} from './messages.ts';
import './fill-notices.css';

type CardFillHandle = ReturnType<typeof useCardFill>;

const SplitNamesPrompt = ({ fill }: { fill: CardFillHandle }) => {
  const { state } = fill;
  if (state.name !== 'filled' || state.isSplit || state.person.names.type === 'parts') return null;
  const { suggestions } = state.person.names;
  return (
    <Notice kind="warn" title={unsplitNamesTitle(state.person.names)}>
      {suggestions.length > 0 ? '¿Cómo se registran?' : 'Escríbelos como están en el documento.'}
      <div className="card-splits">
        {suggestions.map((names) => (
          <Button key={splitNamesLabel(names)} onClick={() => fill.split(names)}>
            {splitNamesLabel(names)}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => fill.split(null)}>
          Escribirlos
        </Button>
      </div>
    </Notice>
  );
};

const CardConflictPrompt = ({ fill }: { fill: CardFillHandle }) => {
  const { state } = fill;
  if (state.name !== 'asking') return null;
  const { isAnother, person } = state;
  return (
    <Notice
      kind="warn"
      title={isAnother ? 'El documento leído es de otra persona.' : 'Lo leído no es igual a lo escrito.'}
      action={
        <div className="card-splits">
          <Button onClick={fill.replace}>Usar lo leído</Button>
          {isAnother && fill.canPark && <Button onClick={fill.park}>Dejar en espera</Button>}
          <Button variant="subtle" onClick={fill.keep}>
            Dejar lo escrito
          </Button>
        </div>
      }
    >
      {isAnother && `Leíste ${cardNounWithArticle(person)} de ${formatCardholder(person)}. `}
      Cambia: {formatFieldList(state.fields)}.
    </Notice>
  );
};

/** The card leaves the stored values in the form until the user decides. */
const UnlikeStoredNotice = ({ fill, form }: { fill: CardFillHandle; form: RegistrationForm }) => {
  const { state, unlikeStored } = fill;
  if (state.name !== 'filled' || unlikeStored.length === 0) return null;
  return (
    <Notice
      kind="warn"
      title="Lo leído no es igual a lo registrado."
      action={<Button onClick={fill.takeUnlikeStored}>Usar lo leído</Button>}
    >
      {unlikeStored.map((field) => (
        <div key={field}>{formatUnlikeStored(state.person, form, field)}</div>
      ))}
    </Notice>
  );
};

export function CardFillNotices({ fill, form }: { fill: CardFillHandle; form: RegistrationForm }) {
  const { state } = fill;
  const doubts = state.name === 'filled' ? state.doubts : [];
  return (
    <>
      {state.name === 'not_read' && state.why === 'unreadable' && (
        <Notice kind="warn" title="El lector leyó algo que no es una cédula.">
          Pásala otra vez, o escribe los datos.
        </Notice>
      )}
      {state.name === 'not_read' && state.why === 'other_document' && (
        <Notice kind="warn" title="Ese documento es de otro país.">
          Lee el pasaporte o la cédula de extranjería, o escribe los datos.
        </Notice>
      )}
      <CardConflictPrompt fill={fill} />
      <SplitNamesPrompt fill={fill} />
      <UnlikeStoredNotice fill={fill} form={form} />
      {doubts.map((doubt) => (
        <Notice key={doubt} kind={isSeriousCardWarning(doubt) ? 'warn' : 'info'}>
          {CARD_WARNING_TEXTS[doubt]}
        </Notice>
      ))}
    </>
  );
}
