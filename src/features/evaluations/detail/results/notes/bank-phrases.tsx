import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { NOTE_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { addNoteLine, hasNoteLine, removeNoteLine } from '#domain/evaluation/notes/note-lines.ts';
import { noteKey, worksheetText, setTextFromHelper } from '#domain/evaluation/worksheet/worksheet.ts';
import { foldText, containsAllTerms, searchTerms } from '#domain/text/fold.ts';
import { recordPhraseUse, type CachedPhrase } from '#sync/catalogs/phrases.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './bank-phrases.css';

const MAX_COLLAPSED_PHRASES = 3;
const MAX_FOUND_PHRASES = 20;

interface ClinicPhrasesProps {
  context: EvaluationContext;
  type: NoteType;
  /** Phrases of the clinic for this note; the phrases that this doctor uses most come first. */
  phrases: readonly CachedPhrase[];
}

/** Toggles phrases: `tap` adds a phrase as a line of the note, or removes the line if the note contains it. */
function usePhraseToggle({ typing, evaluation, reader }: EvaluationContext, type: NoteType) {
  const key = noteKey(type);
  const text = worksheetText(typing.sheet, evaluation, key);
  return {
    isWritten: ({ words }: CachedPhrase) => hasNoteLine(text, words),
    tap: ({ id, words }: CachedPhrase) => {
      const isThere = hasNoteLine(text, words);
      typing.change((sheet) => {
        const before = worksheetText(sheet, evaluation, key);
        const after = isThere ? removeNoteLine(before, words) : addNoteLine(type, before, words);
        return setTextFromHelper(sheet, evaluation, key, after);
      });
      if (!isThere) recordPhraseUse(reader.ownerId, reader.branchId, id).catch(reportError);
    },
  };
}

function PhraseButtons({
  phrases,
  tapping,
}: {
  phrases: readonly CachedPhrase[];
  tapping: ReturnType<typeof usePhraseToggle>;
}) {
  return phrases.map((phrase) => {
    const isWritten = tapping.isWritten(phrase);
    return (
      <UnstyledButton
        key={phrase.id}
        className="bank-phrase"
        aria-pressed={isWritten}
        onClick={() => tapping.tap(phrase)}
      >
        {isWritten && <Icon name="check" size={16} />}
        <span className="bank-words">{phrase.words}</span>
      </UnstyledButton>
    );
  });
}

const firstMatchingPhrases = (phrases: readonly CachedPhrase[], query: string): CachedPhrase[] =>
  phrases
    .filter(({ words }) => containsAllTerms(foldText(words), searchTerms(query)))
    .slice(0, MAX_FOUND_PHRASES);

export function ClinicPhrases({ context, type, phrases }: ClinicPhrasesProps) {
  const tapping = usePhraseToggle(context, type);
  const [query, setQuery] = useState<string | null>(null);
  const typed = context.typing.sheet.texts[noteKey(type)];
  if (context.closed || phrases.length === 0 || (typed && typed.theirs !== null)) return null;
  const isOpen = query !== null;
  const shown = isOpen ? firstMatchingPhrases(phrases, query) : phrases.slice(0, MAX_COLLAPSED_PHRASES);
  return (
    <fieldset className="bank-phrases" aria-label={`Frases de la clínica: ${NOTE_LABELS[type]}`}>
      {isOpen && (
        <div className="bank-search">
          <TextInput
            aria-label="Buscar frase"
            placeholder="Buscar frase"
            leftSection={<Icon name="search" />}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <Button onClick={() => setQuery(null)}>Cerrar</Button>
        </div>
      )}
      <PhraseButtons phrases={shown} tapping={tapping} />
      {isOpen && shown.length === 0 && <p className="bank-none">Ninguna frase con esas palabras.</p>}
      {!isOpen && phrases.length > MAX_COLLAPSED_PHRASES && (
        <UnstyledButton className="bank-more" onClick={() => setQuery('')}>
          Más frases ({phrases.length - MAX_COLLAPSED_PHRASES})
        </UnstyledButton>
      )}
    </fieldset>
  );
}
