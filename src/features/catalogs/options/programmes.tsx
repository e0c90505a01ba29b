import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { OFFERED_PROGRAMMES_MAX, PROGRAMME_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { OptionsForm } from './option-values.ts';
import './programmes.css';

function useProgrammeRows(form: OptionsForm) {
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState('');
  const { programmes } = form.values;
  const focus = (selector: string) => list.current?.querySelector<HTMLElement>(selector)?.focus();
  const move = (from: number, step: number) => {
    const to = from + step;
    flushSync(() => {
      form.reorderListItem('programmes', { from, to });
      setMessage(`${programmes[from] ?? ''}: lugar ${to + 1} de ${programmes.length}.`);
    });
    // At the end of the list the pressed button is disabled, so the other button gets the focus.
    focus(`[data-place="${to} ${programmes[to + step] === undefined ? -step : step}"]`);
  };
  const add = () => {
    flushSync(() => form.insertListItem('programmes', ''));
    focus('li:last-child input');
  };
  const remove = (nth: number) => {
    flushSync(() => {
      form.removeListItem('programmes', nth);
      setMessage(`Quitado: ${programmes[nth] ?? ''}.`);
    });
    focus(`li:nth-child(${Math.max(nth, 1)}) input`);
  };
  return { list, message, move, add, remove };
}

const MOVE_BUTTONS = [
  { verb: 'Subir', icon: 'rise', step: -1 },
  { verb: 'Bajar', icon: 'fall', step: 1 },
] as const;

export function Programmes({ form }: { form: OptionsForm }) {
  const { list, message, move, add, remove } = useProgrammeRows(form);
  const { programmes } = form.values;
  return (
    <>
      <ol className="programmes" aria-label="Programas de SVE" ref={list}>
        {programmes.map((name, nth) => (
          <li key={nth}>
            <TextInput
              className="programme-name"
              aria-label={`Programa ${nth + 1}`}
              autoComplete="off"
              maxLength={PROGRAMME_NAME_MAX_LENGTH}
              {...form.getInputProps(`programmes.${nth}`)}
            />
            {MOVE_BUTTONS.map(({ verb, icon, step }) => (
              <ActionIcon
                key={verb}
                className="programme-move"
                aria-label={`${verb} ${name}`}
                data-place={`${nth} ${step}`}
                disabled={programmes[nth + step] === undefined}
                onClick={() => move(nth, step)}
              >
                <Icon name={icon} />
              </ActionIcon>
            ))}
            <ActionIcon className="programme-move" aria-label={`Quitar ${name}`} onClick={() => remove(nth)}>
              <Icon name="trash" />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {message}
      </p>
      <Button
        leftSection={<Icon name="plus" />}
        disabled={programmes.length >= OFFERED_PROGRAMMES_MAX}
        onClick={add}
      >
        Agregar programa
      </Button>
    </>
  );
}
