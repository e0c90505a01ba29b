import { APTITUDE_LABELS, NOTE_LABELS, REFERRAL_LABELS } from '#contract/vocabulary.ts';
import type { SigningProblems } from '#domain/evaluation/signing/before-signing.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import type { Contradiction } from '#domain/evaluation/notes/contradiction.ts';
import { Notice } from '#ui/notices/notice.tsx';
import './contradictions.css';

type ContradictionOf<Type extends Contradiction['type']> = Extract<Contradiction, { type: Type }>;

function formatSurveillanceContradiction({ problem, programmes }: ContradictionOf<'surveillance'>): string {
  const names = programmes.join(', ');
  switch (problem) {
    case 'note_denies':
      return `Elegiste SVE ${names}, y la nota parece decir que no requiere.`;
    case 'note_requests':
      return `No elegiste incluir en un SVE, y la nota parece pedirlo${names === '' ? '' : `: ${names}`}.`;
    case 'other_programmes':
      return `La nota de SVE nombra ${names}, y no lo elegiste.`;
  }
}

const formatNoteContradiction = ({ note, isEmpty }: ContradictionOf<'not_in_note'>): string =>
  isEmpty
    ? `El concepto habla de ${note}, y en «${NOTE_LABELS[note]}» no hay nada escrito.`
    : `El concepto habla de ${note}, y en «${NOTE_LABELS[note]}» dice que no hay.`;

function formatContradiction(contradiction: Contradiction): string {
  switch (contradiction.type) {
    case 'aptitude':
      return `Elegiste «${APTITUDE_LABELS[contradiction.chosen]}», y el texto del concepto parece decir «${APTITUDE_LABELS[contradiction.read]}».`;
    case 'not_in_note':
      return formatNoteContradiction(contradiction);
    case 'surveillance':
      return formatSurveillanceContradiction(contradiction);
    case 'referral': {
      const { chosen, read } = contradiction;
      const readText = read === null ? 'pedir otra cosa' : `decir «${REFERRAL_LABELS[read]}»`;
      return `Elegiste «${REFERRAL_LABELS[chosen]}», y la nota de ${NOTE_LABELS.manejo_eps_arp} parece ${readText}.`;
    }
    case 'line_missing':
      return `Elegiste «${contradiction.line}», y el texto de «${NOTE_LABELS[contradiction.note]}» no lo dice: el concepto llevará las dos cosas.`;
    case 'text_only':
      return `Escribiste en «${NOTE_LABELS[contradiction.note]}» y no elegiste nada: el concepto dirá «${NOT_RECORDED_TEXT}». Elige con los botones de esa nota.`;
    case 'restrictions_in_note':
      return 'Elegiste que no hay restricciones, y la nota parece nombrar alguna.';
    case 'limited':
      return `Elegiste «${APTITUDE_LABELS[contradiction.chosen]}», y también: ${contradiction.limits.join(' ')}`;
  }
}

/** Lists texts that seem to contradict decisions. The doctor may sign nevertheless. */
export function ContradictionsNotice({ contradictions }: Pick<SigningProblems, 'contradictions'>) {
  if (contradictions.length === 0) return null;
  return (
    <Notice kind="warn" title="¿Está bien así? Parece que no coincide.">
      <ul className="contradictions">
        {contradictions.map((each) => (
          <li key={formatContradiction(each)}>{formatContradiction(each)}</li>
        ))}
      </ul>
      Vuelve y corrige lo que no sea. El documento dirá lo que elegiste.
    </Notice>
  );
}
