import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Card } from '#ui/display/cards/card.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import './help-page.css';

const RegisterHelp = () => (
  <Card title="Registrar a una persona">
    <ol className="help-list">
      <li>
        En «Registrar paciente», escanea la cédula o escribe el número. Si ya vino, sus datos aparecen solos:
        revísalos con la persona.
      </li>
      <li>Elige el tipo de evaluación y la empresa.</li>
      <li>Toma la foto y entrega la tableta para la firma.</li>
      <li>
        Toca «Confirmar y crear evaluación». Desde ahí queda guardada, con red o sin ella, y puedes seguir con
        la próxima persona. Arriba ves cómo va la anterior; con «Ver», todo.
      </li>
    </ol>
  </Card>
);

const ReceptionHelp = () => (
  <Card title="En el mostrador">
    <ul className="help-list">
      <li>
        ¿La persona no está lista? Toca «Dejar en espera» y atiende a la siguiente. Con «En espera», arriba,
        vuelves a abrirla en el paso donde iba, con su foto y su firma.
      </li>
      <li>
        Al confirmar, cada persona recibe un turno, como B-14: sirve para llamarla sin decir su nombre. Las
        letras son de tu tableta y el número vuelve a empezar cada día. Si la tableta es nueva, los turnos
        llegan después de la primera conexión.
      </li>
      <li>
        Si la cédula trae los nombres pegados, Ventanilla te propone cómo separarlos. Toca la opción correcta,
        o «Escribirlos» y sepáralos como están en el documento.
      </li>
    </ul>
  </Card>
);

const STATE_EXPLANATIONS = [
  ['Por enviar', 'Está guardada en este dispositivo y se envía sola cuando haya red.'],
  ['Enviando', 'Va en camino. No hace falta esperar: sigue con la próxima persona.'],
  ['Todo enviado', 'Todo llegó: evaluaciones, fotos y firmas.'],
  [
    'Requiere atención',
    'El servidor no la aceptó y dice por qué. Ábrela en pendientes, corrígela y envíala de nuevo.',
  ],
] as const;

const StatesHelp = () => (
  <Card title="Qué dice cada estado">
    <dl className="help-states">
      {STATE_EXPLANATIONS.map(([state, meaning]) => (
        <div key={state}>
          <dt>{state}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>Lo que falta por enviar está en «Pendientes de envío».</p>
  </Card>
);

const OfflineHelp = () => (
  <Card title="Sin red">
    <ul className="help-list">
      <li>
        Sigue registrando igual. Nada de lo confirmado se pierde si se apaga la tableta o se cierra el
        navegador.
      </li>
      <li>No borres los datos del navegador: ahí está lo que falta por enviar.</li>
      <li>Cuando vuelva la red, deja Ventanilla abierta: se envía solo.</li>
      <li>
        Si se acaba la jornada y falta algo, entrégalo a un colega desde «Pendientes de envío», o cierra
        sesión: queda guardado con llave hasta que vuelvas.
      </li>
    </ul>
  </Card>
);

const ScreenLockHelp = () => (
  <Card title="Bloqueo y PIN">
    <ul className="help-list">
      <li>Si nadie toca la tableta en unos minutos, la pantalla se bloquea. Se abre con tu contraseña.</li>
      <li>
        Para abrirla con seis números, toca tu nombre arriba y elige «PIN para desbloquear». Vale solo para ti
        y solo en ese dispositivo; después de cinco errores se pide la contraseña.
      </li>
      <li>El PIN no sirve para iniciar sesión. Al terminar la jornada, cierra sesión.</li>
    </ul>
  </Card>
);

const InstallHelp = () => (
  <Card title="Poner Ventanilla en la pantalla de inicio">
    <ul className="help-list">
      <li>
        En un iPad o iPhone, con Safari: toca Compartir (el cuadro con la flecha hacia arriba) y «Agregar a
        inicio».
      </li>
      <li>En Android o en un computador, con Chrome: abre el menú de los tres puntos y elige «Instalar».</li>
      <li>Envía primero lo pendiente: la app instalada puede tener su propio almacén.</li>
    </ul>
  </Card>
);

const TodayListHelp = () => (
  <Card title="La lista de hoy, con el teclado">
    <ul className="help-list">
      <li>
        En «Lista de hoy» está quién espera. Con las flechas, o J y K, pasas de una persona a otra; con Enter
        abres su evaluación.
      </li>
      <li>
        En la evaluación, Ctrl y Enter te llevan a lo que sigue: a la firma o, si algo falta, a lo que falta;
        después de firmar, a la siguiente persona en espera. En un Mac, ⌘ y Enter.
      </li>
    </ul>
  </Card>
);

const VerifyDocumentHelp = () => (
  <Card title="Saber si un documento es de la clínica">
    <p>Con el código o el QR de un concepto o de una historia clínica. El QR se comprueba también sin red.</p>
    <Button component={Link} to="/verify">
      Verificar un documento
    </Button>
  </Card>
);

const SupportHelp = () => (
  <Card title="Si algo no sale">
    <p>
      Avisa a quien administra Ventanilla en tu clínica. Dile qué dice la pantalla y el código de «Este
      dispositivo», que está al tocar tu nombre; no le des tu contraseña ni tu PIN. Mientras tanto, no borres
      nada.
    </p>
  </Card>
);

/** `/help`: short instructions for reception. The page sends no requests. */
export const HelpPage = () => (
  <div className="help">
    <PageHeader
      title="Ayuda"
      sub="Lo que se necesita saber en recepción. Sirve también sin red."
      actions={
        <Button component={Link} to="/help/guide" variant="subtle">
          Guía completa
        </Button>
      }
    />
    <RegisterHelp />
    <ReceptionHelp />
    <StatesHelp />
    <OfflineHelp />
    <ScreenLockHelp />
    <TodayListHelp />
    <VerifyDocumentHelp />
    <InstallHelp />
    <SupportHelp />
  </div>
);
