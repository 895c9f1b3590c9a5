// SPDX-License-Identifier: AGPL-3.0-or-later
// Five short sounds, synthesized from tones and noise, with a vibration on phones. Off by default.
import { currentPrefs } from './prefs';
import { runningAudio } from './sound';

export type Sound = 'turn' | 'roll' | 'build' | 'trade' | 'win';

/** A tone: start and length (seconds), pitch (Hz), the pitch it glides to, loudness. */
interface Tone {
    at: number;
    length: number;
    pitch: number;
    to?: number;
    loud?: number;
    wave?: OscillatorType;
}
/** A knock: noise around a pitch. */
interface Knock {
    at: number;
    length: number;
    noise: number;
    loud?: number;
}

const scores: Record<Sound, (Tone | Knock)[]> = {
    turn: [{ at: 0, length: 0.35, pitch: 659 }, { at: 0.13, length: 0.5, pitch: 880 }],
    roll: [0, 0.07, 0.13, 0.22, 0.27, 0.36].map((at, i) => ({ at, length: 0.05, noise: 1500 + 400 * (i % 3), loud: 0.9 - 0.1 * i })),
    build: [{ at: 0, length: 0.04, noise: 900, loud: 0.8 }, { at: 0, length: 0.16, pitch: 210, to: 90, wave: 'triangle' }],
    trade: [{ at: 0, length: 0.12, pitch: 1319, loud: 0.6 }, { at: 0.08, length: 0.2, pitch: 1760, loud: 0.6 }],
    win: [523, 659, 784, 1047].map((pitch, i) => ({ at: 0.13 * i, length: i === 3 ? 0.8 : 0.3, pitch, wave: 'triangle' as const })),
};
/** Milliseconds of vibration and pause in turn. */
const vibrations: Record<Sound, number[]> = { turn: [30, 60, 30], roll: [15, 40, 15, 40, 15], build: [20], trade: [12, 40, 12], win: [40, 60, 40, 60, 120] };
const loudness = 0.12;

let noise: AudioBuffer | null = null;

/** The same noise each time: a fixed generator is enough. */
function noiseOf(audio: AudioContext): AudioBuffer {
    if (noise) return noise;
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0, state = 1; i < samples.length; i++) {
        state = (state * 16807) % 2147483647;
        samples[i] = state / 1073741823.5 - 1;
    }
    return noise;
}

function sourceOf(audio: AudioContext, note: Tone | Knock, begin: number): [AudioScheduledSourceNode, AudioNode] {
    if ('pitch' in note) {
        const tone = audio.createOscillator();
        tone.type = note.wave ?? 'sine';
        tone.frequency.setValueAtTime(note.pitch, begin);
        tone.frequency.exponentialRampToValueAtTime(note.to ?? note.pitch, begin + note.length);
        return [tone, tone];
    }
    const knock = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    knock.buffer = noiseOf(audio);
    filter.type = 'bandpass';
    filter.frequency.value = note.noise;
    return [knock, knock.connect(filter)];
}

function playNote(audio: AudioContext, note: Tone | Knock): void {
    const begin = audio.currentTime + note.at;
    const [source, out] = sourceOf(audio, note, begin);
    const gain = audio.createGain();
    gain.gain.setValueAtTime(loudness * (note.loud ?? 1), begin);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + note.length);
    out.connect(gain).connect(audio.destination);
    source.start(begin);
    source.stop(begin + note.length);
}

/** Plays a sound if the reader wants it and the browser allows it. */
export function playSound(sound: Sound): void {
    if (!currentPrefs().sound || document.visibilityState === 'hidden') return;
    const audio = runningAudio();
    if (audio) for (const note of scores[sound]) playNote(audio, note);
    // Before the first tap or key the browser refuses to vibrate and logs an error.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[sound]);
}
