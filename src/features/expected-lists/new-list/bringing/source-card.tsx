import { Button, Modal, Progress, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { DialogActions } from '#ui/dialogs/dialog-actions.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import type { RosterSource } from '../../import/read-source.ts';
import type { SheetState } from './use-sheet.ts';
import './source-card.css';

const ACCEPTED_FILES =
  '.xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const WorkProgress = ({ label, share }: { label: string; share: number }) => (
  <div className="source-progress">
    <output>{label}</output>
    <Progress value={share * 100} aria-label={label} />
  </div>
);

function PasteDialog({ onPaste, onClose }: { onPaste: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  return (
    <Modal opened title="Pegar desde Excel" size="xl" onClose={onClose}>
      <Textarea
        label="Celdas copiadas"
        description="Copia en Excel las filas con sus títulos y pégalas aquí."
        data-autofocus
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="filled" disabled={text.trim() === ''} onClick={() => onPaste(text)}>
          Usar estas filas
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface TypedPeopleProps {
  typed: readonly ExpectedPersonBody[];
  onRemove: (index: number) => void;
}

const TypedPeople = ({ typed, onRemove }: TypedPeopleProps) => (
  <ul className="source-typed" aria-label="Personas escritas a mano">
    {typed.map((person, index) => (
      <li key={`${person.identification_type} ${person.identification_number}`}>
        <span>
          <b>{fullName(person)}</b> {person.identification_type} {person.identification_number}
        </span>
        <Button variant="subtle" aria-label={`Quitar a ${fullName(person)}`} onClick={() => onRemove(index)}>
          Quitar
        </Button>
      </li>
    ))}
  </ul>
);

const SheetSummary = ({ state, onClear }: { state: SheetState; onClear: () => void }) => {
  switch (state.name) {
    case 'none':
      return null;
    case 'reading':
      return <WorkProgress label={`Leyendo ${state.label}…`} share={state.share} />;
    case 'failed':
      return (
        <Notice kind="error" title={`No se leyó ${state.label}`}>
          {state.text}
        </Notice>
      );
    case 'ready':
      return (
        <p className="source-brought">
          <span>
            <b>{state.sheet.label}</b>, {state.sheet.book.table.rows.length} filas
          </span>
          <Button variant="subtle" onClick={onClear}>
            Quitar
          </Button>
        </p>
      );
  }
};

interface SourceCardProps extends TypedPeopleProps {
  state: SheetState;
  onBring: (source: RosterSource, label: string) => void;
  onClear: () => void;
  onAdd: () => void;
}

/** Ways to bring people: a file, pasted cells, typing. */
export function SourceCard({ state, typed, onBring, onClear, onAdd, onRemove }: SourceCardProps) {
  const [isPasting, setPasting] = useState(false);
  const paste = (text: string) => {
    setPasting(false);
    onBring({ type: 'text', text }, 'lo pegado');
  };
  return (
    <Card title="Las personas">
      <ButtonRow>
        <FileButton
          label="Elegir archivo"
          accept={ACCEPTED_FILES}
          icon="upload"
          onFile={(file) => onBring({ type: 'file', file, sheet: null }, file.name)}
        />
        <Button leftSection={<Icon name="clip" />} onClick={() => setPasting(true)}>
          Pegar desde Excel
        </Button>
        <Button leftSection={<Icon name="personAdd" />} onClick={onAdd}>
          Escribir una persona
        </Button>
      </ButtonRow>
      <p className="source-hint">Excel (.xlsx) o texto (.csv), hasta 10.000 personas.</p>
      <SheetSummary state={state} onClear={onClear} />
      {typed.length > 0 && <TypedPeople typed={typed} onRemove={onRemove} />}
      {isPasting && <PasteDialog onPaste={paste} onClose={() => setPasting(false)} />}
    </Card>
  );
}
