"""Tests of gfq_ldpc, with Python's unittest alone: `python3 -m unittest discover python` in the repository."""

from __future__ import annotations

import abc
import contextlib
import gc
import io
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import numpy as np

SOURCES = Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCES))

import gfq_ldpc  # noqa: E402
from gfq_ldpc import _locate  # noqa: E402

# Tables are lists here whether pandas is installed or not; FRAMES gives it a stand-in.
sys.modules["pandas"] = None  # type: ignore[assignment]

#: The Hamming code (7,4): column n is n + 1 in binary.
HAMMING = np.array([[(n + 1) >> i & 1 for n in range(7)] for i in range(3)])


class Sparse:
    """The part of a scipy.sparse matrix that is used."""

    def __init__(self, dense: np.ndarray) -> None:
        self.row, self.col = np.nonzero(dense)
        self.data = dense[self.row, self.col]
        self.shape = dense.shape

    def tocoo(self) -> Sparse:
        return self


class Frame:
    """The part of a pandas.DataFrame that is used. Its iterator gives columns, where that of a Table gives rows."""

    def __init__(self, rows: list[dict[str, object]]) -> None:
        self.rows, self.attrs = rows, {}

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> object:
        return iter(self.rows[0])

    def __getitem__(self, column: str) -> np.ndarray:
        return np.array([row[column] for row in self.rows])

    def to_dict(self, _records: str) -> list[dict[str, object]]:
        return self.rows


FRAMES = mock.patch.dict(sys.modules, {"pandas": mock.Mock(DataFrame=Frame)})


def is_running(pid: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until_gone(pid: int) -> bool:
    end = time.monotonic() + 20
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.05)
    return not is_running(pid)


class OneServer(unittest.TestCase):
    server: gfq_ldpc.Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = gfq_ldpc.Server(engine="cpu")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()


class Codes(OneServer):
    def test_a_code_has_its_sizes(self) -> None:
        code = gfq_ldpc.Code("nb620-gf32", server=self.server)
        self.assertEqual((code.n, code.m, code.q, code.p, code.polynomial), (620, 310, 32, 5, 0x25))

    def test_a_matrix_of_numpy_and_of_scipy_is_the_same_code(self) -> None:
        dense = gfq_ldpc.Code.from_matrix(HAMMING, server=self.server)
        sparse = gfq_ldpc.Code.from_matrix(Sparse(HAMMING.astype(float)), server=self.server)
        self.assertEqual(dense.hash, sparse.hash)
        self.assertEqual((dense.n, dense.m, dense.q), (7, 3, 2))

    def test_a_matrix_over_a_field_names_it(self) -> None:
        matrix = np.array([[1, 2, 0], [0, 1, 3]])
        self.assertEqual(gfq_ldpc.Code.from_matrix(matrix, polynomial=7, server=self.server).q, 4)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "name the field by its primitive polynomial"):
            gfq_ldpc.Code.from_matrix(matrix, server=self.server)

    def test_words_information_and_matrix(self) -> None:
        matrix = np.array([[1, 2, 3, 0, 1, 0], [0, 3, 1, 2, 0, 1], [2, 0, 0, 1, 3, 1]])
        code = gfq_ldpc.Code.from_matrix(matrix, polynomial=7, server=self.server)
        self.assertEqual((code.k, code.info["rank"], code.info["girth"]), (3, 3, 4))
        information = np.array([[1, 2, 3], [0, 3, 1]])
        words = code.encode(information)
        np.testing.assert_array_equal(words[:, code.information_positions], information)
        np.testing.assert_array_equal(code.encode(information[1]), words[1])
        decoded = gfq_ldpc.Decoder(code).decode(np.where(np.arange(4) == words[..., np.newaxis], 0.0, 9.0))
        self.assertTrue(decoded.converged.all())
        np.testing.assert_array_equal(decoded.symbols, words)
        for wrong in ([[1, 2]], [[1, 2, 4]], [[1, 2, -3]], [[[1]]]):
            with self.assertRaises(gfq_ldpc.InputError):
                code.encode(wrong)
        with mock.patch.dict(sys.modules, {"scipy.sparse": mock.Mock(csr_array=lambda entries, shape: (entries, shape))}):
            (value, (row, column)), shape = code.H
        dense = np.zeros(shape, int)
        dense[row, column] = value
        np.testing.assert_array_equal(dense, matrix)

    def test_options_may_be_scalars_of_numpy(self) -> None:
        code = gfq_ldpc.Code("nr-bg2-z8", rows=20, server=self.server)
        plain = {"max_errors": 5, "max_frames": 100, "seed": 7, "chunk_frames": 20}
        want = gfq_ldpc.simulate(code, "min-sum", ebn0=3, server=self.server, **plain)
        for kind in (np.int8, np.uint16, np.int64, np.float32, np.float64):
            code = gfq_ldpc.Code("nr-bg2-z8", rows=kind(20), server=self.server)
            self.assertEqual(code.m, 160)
            fields = gfq_ldpc.Code.from_matrix(np.array([[1, 3]]), polynomial=kind(7), server=self.server)
            self.assertEqual(fields.q, 4)
        for kind in (np.int8, np.float64):
            options = {"max_errors": kind(5), "max_frames": kind(100), "seed": kind(7), "chunk_frames": kind(20)}
            self.assertEqual(want, gfq_ldpc.simulate(code, "min-sum", ebn0=kind(3), server=self.server, **options))
        with self.assertRaisesRegex(gfq_ldpc.InputError, "of type object is no value of an option"):
            gfq_ldpc.Code("nr-bg2-z8", rows=object(), server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "loadCode: option polynomal is unknown: did you mean polynomial"):
            gfq_ldpc.Code("tiny20-gf2", polynomal=3, server=self.server)

    def test_what_is_no_code_is_refused(self) -> None:
        for matrix, message in [
            ([1, 0], "two dimensions"),
            ([[0.5, 1]], "not whole"),
            ([[300, 1]], "at most 255"),
            ([[2, 1]], "such as polynomial=0x25 for GF\\(32\\)"),
            (np.zeros((0, 3)), "has shape \\(0, 3\\)"),
            ([[1, 0, 0]], "more than half of the rows or of the columns"),
        ]:
            with self.assertRaisesRegex(gfq_ldpc.InputError, message):
                gfq_ldpc.Code.from_matrix(np.array(matrix), server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "did you mean nb620-gf32"):
            gfq_ldpc.Code("nb620-gf23", server=self.server)


class Decoding(OneServer):
    def decoder(self) -> gfq_ldpc.Decoder:
        return gfq_ldpc.Decoder(gfq_ldpc.Code.from_matrix(HAMMING, server=self.server), "sum-product iterations=20")

    def test_single_errors_are_corrected(self) -> None:
        llr = np.full((7, 7), 2.0)
        np.fill_diagonal(llr, -1.0)
        decoded = self.decoder().decode(llr)
        self.assertTrue(decoded.converged.all())
        self.assertEqual(decoded.symbols.sum(), 0)
        self.assertEqual(decoded.symbols.shape, (7, 7))
        self.assertEqual((decoded.symbols.dtype, decoded.iterations.dtype, decoded.converged.dtype), (np.uint8, np.uint32, np.bool_))

    def test_numbers_of_all_types_and_arrays_of_others_decode_alike(self) -> None:
        class Elsewhere:
            """An array of another package, on the host."""

            def __init__(self, array: np.ndarray) -> None:
                self.__dlpack__ = array.__dlpack__
                self.__dlpack_device__ = array.__dlpack_device__

        steps = np.where(np.arange(7) == 3, -8, 24) * np.ones((5, 1), int)
        want = self.decoder().decode(0.25 * steps)
        given = [steps.astype(name) for name in ("i1", "i2", "f2", "f4", ">f4", "f8", "i8")]
        for llr in [*given, Elsewhere(steps.astype("f4")), steps.tolist()]:
            found = self.decoder().decode(llr, scale=0.25)
            np.testing.assert_array_equal(found.symbols, want.symbols)
            np.testing.assert_array_equal(found.iterations, want.iterations)

    def test_one_frame_has_no_axis_of_frames(self) -> None:
        decoded = self.decoder().decode([2, 2, -1, 2, 2, 2, 2])
        self.assertEqual(decoded.symbols.tolist(), [0] * 7)
        self.assertEqual(decoded.converged, True)

    def test_soft_output_has_the_signs_of_the_decisions(self) -> None:
        decoder = self.decoder()
        llr = np.full((3, 7), 2.0, np.float32)
        llr[1, :3] = -1
        decoded = decoder.decode(llr, soft=True)
        self.assertEqual((decoded.soft.dtype, decoded.soft.shape), (np.float32, (3, 7)))
        np.testing.assert_array_equal(decoded.soft < 0, decoded.symbols == 1)
        np.testing.assert_array_equal(decoder.decode(llr[1], soft=True).soft, decoded.soft[1])
        self.assertIsNone(decoder.decode(llr).soft)
        self.assertEqual(decoder.decode(llr[:0], soft=True).soft.shape, (0, 7))
        costs = gfq_ldpc.Decoder("tiny10-gf4", "min-max", server=self.server).decode(np.full((2, 20), 1.0), soft=True).soft
        self.assertEqual(costs.shape, (2, 10, 4))
        np.testing.assert_array_equal(costs.argmin(axis=2), 0)

    def test_syndromes_of_single_errors_are_decoded(self) -> None:
        errors = np.eye(7, dtype=np.uint8)
        decoded = self.decoder().decode_syndrome(errors @ HAMMING.T % 2, np.full(7, 2.0))
        self.assertEqual(decoded.symbols.tolist(), errors.tolist())
        one = self.decoder().decode_syndrome(HAMMING[:, 4], np.full(7, 2.0))
        self.assertEqual(one.symbols.tolist(), errors[4].tolist())

    def test_symbols_of_a_larger_field_and_many_messages(self) -> None:
        decoder = gfq_ldpc.Decoder(gfq_ldpc.Code("nb620-gf32", server=self.server), "min-max iterations=2")
        llr = np.zeros((3, 620, 32), np.float32)
        llr[:, :, 1:] = 9
        with mock.patch("gfq_ldpc._decoder._MESSAGE_BYTES", llr[:1].nbytes):
            decoded = decoder.decode(llr)
        self.assertEqual(decoded.symbols.sum(), 0)
        self.assertEqual(decoded.converged.tolist(), [True] * 3)
        bits = decoder.decode(np.full(3100, 3.0))
        self.assertTrue(bits.converged)

    def test_infinities_are_certainty_and_counted(self) -> None:
        binary = self.decoder()
        llr = np.full((2, 7), 4.0)
        llr[1, [0, 3]] = -np.inf, np.inf
        decoded = binary.decode(llr)
        cut = binary.decode(np.clip(llr, -(2.0**20), 2.0**20))
        self.assertEqual((decoded.clamped, cut.clamped), (2, 0))
        self.assertEqual(decoded.symbols.tolist(), cut.symbols.tolist())
        self.assertEqual(decoded.symbols[1, 0], 1)
        decoder = gfq_ldpc.Decoder(gfq_ldpc.Code("nb620-gf32", server=self.server), "min-max iterations=2")
        costs = np.full((620, 32), np.inf)
        costs[:, 0] = 0
        sure = decoder.decode(costs)
        self.assertEqual((sure.symbols.sum(), bool(sure.converged), sure.clamped), (0, True, 620 * 31))
        costs[5] = np.inf
        with self.assertRaisesRegex(gfq_ldpc.InputError, "no value of the symbol is possible"):
            decoder.decode(costs)

    def test_what_does_not_fit_is_refused(self) -> None:
        decoder = self.decoder()
        for llr, message in [
            (np.zeros((2, 8)), r"shape \(2, 8\): it must be \(frames, 7\) for bits"),
            (np.full(7, np.nan), "frame 0: bit LLR 0 is NaN"),
            (np.zeros(7, complex), "LLRs are real"),
        ]:
            with self.assertRaisesRegex(gfq_ldpc.InputError, message):
                decoder.decode(llr)
        for scale, message in [(-1, "scale"), (np.nan, "scale=nan: NaN and infinities are no values")]:
            with self.assertRaisesRegex(gfq_ldpc.InputError, message):
                decoder.decode(np.zeros(7), scale=scale)
        with self.assertRaisesRegex(gfq_ldpc.InputError, r"must be \(frames, 3\)"):
            decoder.decode_syndrome(np.zeros((2, 4)), np.zeros(7))
        with self.assertRaisesRegex(gfq_ldpc.InputError, "min-some"):
            gfq_ldpc.Decoder(decoder.code, "min-some")

    def test_no_frames_are_no_error(self) -> None:
        self.assertEqual(self.decoder().decode(np.empty((0, 7))).symbols.shape, (0, 7))


class Commands(unittest.TestCase):
    def test_a_command_is_a_function_of_its_operands_and_options(self) -> None:
        found = gfq_ldpc.call("code distance", "tiny20-gf2", sets=20, quiet=True, heaviest=None)
        self.assertEqual((found["schema"], found["distance"]), ("code distance 1", 4))
        limits = gfq_ldpc.call("limits", n=128, k=64, fer=[1e-3, 1e-4])
        self.assertEqual({row.get("fer") for row in limits["rows"]}, {None, 1e-3, 1e-4})

    def test_what_ldpc_refuses_is_an_input_error(self) -> None:
        with self.assertRaisesRegex(gfq_ldpc.InputError, "did you mean info"):
            gfq_ldpc.call("code infos", "tiny20-gf2")
        with self.assertRaisesRegex(gfq_ldpc.InputError, "leave the option out"):
            gfq_ldpc.call("codes", all=False)


class Simulation(OneServer):
    def test_counts_are_those_of_the_command_line(self) -> None:
        options = {"max_errors": 10, "max_frames": 512, "seed": 5, "chunk_frames": 64}
        table = gfq_ldpc.simulate("wimax-576-288", "min-sum iterations=5", "awgn ebn0=0,1", server=self.server, **options)
        line = "simulate --code wimax-576-288 --decoder".split()
        rest = "--ebn0 0,1 --max-errors 10 --max-frames 512 --seed 5 --chunk 64 --engine cpu --json --quiet".split()
        command = [*_locate.command(), *line, "min-sum iterations=5", *rest]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        rows = json.loads(printed)["points"]
        counts = ("point", "frames", "frame_errors", "symbol_errors", "bit_errors", "iterations")
        self.assertEqual([[row[c] for c in counts] for row in table], [[row[c] for c in counts] for row in rows])
        self.assertEqual(table.column("point").tolist(), [0, 1])
        axes = mock.Mock()
        gfq_ldpc.plot({"a": table, "b": table}, axes)
        axes.set_xlabel.assert_called_with("Eb/N0 (dB)")

    def test_progress_and_cancelling(self) -> None:
        seen = []

        def stop(table: gfq_ldpc.Table) -> None:
            seen.append(table)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            gfq_ldpc.simulate("wimax-576-288", ebn0=8, max_frames=10**9, progress=stop, server=self.server)
        self.assertEqual(len(seen), 1)
        # The server is free again.
        table = gfq_ldpc.simulate("wimax-576-288", qber=0.11, max_errors=1, max_frames=64, server=self.server)
        self.assertGreater(table[0]["frames"], 0)

    def test_a_run_in_a_folder_goes_on_after_ctrl_c_and_has_the_same_counts(self) -> None:
        def stop(table: gfq_ldpc.Table) -> None:
            raise KeyboardInterrupt

        code = gfq_ldpc.Code.from_matrix(HAMMING, server=self.server)
        more = {"ebn0": [0, 4], "iterations": 3, "max_errors": 10**6, "max_frames": 2**14, "chunk_frames": 512, "server": self.server}
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "run"
            with self.assertRaises(KeyboardInterrupt):
                gfq_ldpc.simulate(code, "min-sum iterations=9", out=out, progress=stop, **more)
            said = io.StringIO()
            with mock.patch.dict(sys.modules, {"tqdm.auto": None}), contextlib.redirect_stderr(said):
                kept = gfq_ldpc.simulate(code, "min-sum", out=out, progress=True, **more)
            self.assertRegex(said.getvalue(), r"\d+ frames in \d+ s; point 4: ")
            with self.assertRaisesRegex(gfq_ldpc.InputError, "decoder"):
                gfq_ldpc.simulate(code, "sum-product", out=out, **more)
        seen: list[Frame] = []
        with FRAMES:
            table = gfq_ldpc.simulate(code, "min-sum", progress=seen.append, **more)
        self.assertEqual(table.attrs["parameter"], "ebn0")
        for column in ("frame_errors", "frames"):
            self.assertEqual(table[column].tolist(), kept[column].tolist())
            self.assertEqual(seen[-1][column].tolist(), kept[column].tolist())

    def test_options_that_are_none_are_named(self) -> None:
        with self.assertRaisesRegex(gfq_ldpc.InputError, "give one of channel, ebn0, .*: none given"):
            gfq_ldpc.simulate("wimax-576-288", server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "give one of channel, ebn0, .*: ebn0 and qber given"):
            gfq_ldpc.simulate("wimax-576-288", ebn0=1, qber=0.1, server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "option ebno is unknown: did you mean ebn0"):
            gfq_ldpc.simulate("wimax-576-288", ebno=1, server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, r"^ebn0=\[nan\]: NaN and infinities are no values"):
            gfq_ldpc.simulate("wimax-576-288", ebn0=float("nan"), server=self.server)
        circular: list[object] = [float("nan")]
        circular.append(circular)
        with self.assertRaisesRegex(ValueError, "^Circular reference"):
            gfq_ldpc.simulate("wimax-576-288", ebn0=1, codeword=circular, server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "ebn0 has no values"):
            gfq_ldpc.simulate("wimax-576-288", ebn0=[], server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "max_erorrs is unknown: did you mean max_errors"):
            gfq_ldpc.simulate("wimax-576-288", ebn0=1, max_erorrs=3, server=self.server)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "option engine is unknown: known are chunk_frames, codeword, "):
            gfq_ldpc.simulate("wimax-576-288", ebn0=1, engine="cpu", server=self.server)


class Dem:
    """The part of a stim.DetectorErrorModel that is used: a chain of 9 detectors."""

    num_detectors, num_observables = 9, 10

    def __str__(self) -> str:
        lines = [f"error(0.1) D{d} D{d + 1} L{d}" for d in range(8)]
        return "\n".join(["error(0.1) D0 L9", "error(0.1) D8 L8", *lines])


SHOTS = np.array([[0, 0], [1, 0], [0b11, 0], [0, 1], [0b10000000, 1]], dtype=np.uint8)
FLIPS = [[0, 0], [0, 2], [1, 0], [0, 1], [128, 0]]


class Circuit:
    """The part of a stim.Circuit that is used: samples SHOTS in turn, of each ten with the flips of FLIPS but in three places."""

    def __init__(self) -> None:
        self._next = 0

    def compile_detector_sampler(self) -> Circuit:
        return self

    def sample(self, *, shots: int, bit_packed: bool, separate_observables: bool) -> tuple[np.ndarray, np.ndarray]:
        assert bit_packed and separate_observables
        numbers = np.arange(self._next, self._next + shots)
        self._next += shots
        flips = np.array(FLIPS, dtype=np.uint8)[numbers % 5]
        flips[numbers % 5 == 2, 0] ^= 1
        flips[numbers % 10 == 6, 1] ^= 2
        return SHOTS[numbers % 5], flips


def work(decoder: gfq_ldpc.SinterDecoder, answers: multiprocessing.SimpleQueue) -> None:
    """What a worker of sinter does: its answers, and whether it started no process."""
    found = decoder.compile_decoder_for_dem(dem=Dem()).decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS)
    answers.put((found.tolist(), decoder._service is None))


class Compatibility(OneServer):
    def test_sinter_decoder_decodes_shots_of_a_model(self) -> None:
        settings = gfq_ldpc.SinterDecoder("relay", engine="cpu")
        decoder = settings.compile_decoder_for_dem(dem=Dem())
        found = decoder.decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS)
        self.assertEqual(found.tolist(), FLIPS)
        with self.assertRaisesRegex(gfq_ldpc.InputError, "have the shape"):
            decoder.decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS[:, :1])
        with self.assertRaisesRegex(gfq_ldpc.InputError, "shot 1 has bits behind its 9 detectors"):
            decoder.decode_shots_bit_packed(bit_packed_detection_event_data=np.array([[0, 1], [0, 2]], dtype=np.uint8))
        service = settings._service
        assert service is not None
        again = pickle.loads(pickle.dumps(decoder))
        self.assertNotEqual(again._decoder._service.pid, service.pid)
        self.assertEqual(again.decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS[:2]).tolist(), FLIPS[:2])
        with tempfile.TemporaryDirectory() as folder:
            dem, dets, obs = (os.path.join(folder, name) for name in ("a", "b", "c"))
            with open(dem, "w") as file:
                file.write(str(Dem()))
            SHOTS.tofile(dets)
            files = {"dem_path": dem, "dets_b8_in_path": dets, "obs_predictions_b8_out_path": obs, "tmp_dir": folder}
            settings.decode_via_files(num_shots=5, num_dets=9, num_obs=10, **files)
            self.assertEqual(np.fromfile(obs, np.uint8).reshape(5, 2).tolist(), FLIPS)
            with self.assertRaisesRegex(gfq_ldpc.InputError, "has 10 bytes: 6 shots of 9 detectors are 12"):
                settings.decode_via_files(num_shots=6, num_dets=9, num_obs=10, **files)
        pid, folder = service.pid, service.folder
        os.kill(pid, signal.SIGKILL)
        with self.assertRaisesRegex(gfq_ldpc.ServerError, "the ldpc server ended"):
            decoder.decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS)
        self.assertEqual(settings.compile_decoder_for_dem(dem=Dem()).decode_shots_bit_packed(bit_packed_detection_event_data=SHOTS).tolist(), FLIPS)
        assert settings._service is not None
        pid = settings._service.pid
        del decoder, settings, service
        gc.collect()
        self.assertTrue(wait_until_gone(pid))
        self.assertFalse(os.path.exists(folder))
        with self.assertRaisesRegex(gfq_ldpc.InputError, 'did you mean "relay"'):
            gfq_ldpc.SinterDecoder("rely", engine="cpu").compile_decoder_for_dem(dem=Dem())

    def test_sinter_sampler_counts_each_shot_once(self) -> None:
        class Sampler(abc.ABC):
            pass

        sinter = types.SimpleNamespace(Sampler=Sampler, AnonTaskStats=types.SimpleNamespace)
        with mock.patch.dict(sys.modules, sinter=sinter):
            decoder = gfq_ldpc.SinterSampler("relay", engine="cpu")
            self.assertIsInstance(decoder, Sampler)
            for masks, wanted in [
                ((None, None), (1000, 300, 0)),
                # Each fifth shot has detector 7, each fifth flips observable 0, each tenth observable 9.
                ((np.array([128, 0], np.uint8), None), (1000, 300, 200)),
                ((None, np.array([1, 0], np.uint8)), (1000, 100, 200)),
            ]:
                task = types.SimpleNamespace(
                    circuit=Circuit(), detector_error_model=Dem(), postselection_mask=masks[0], postselected_observables_mask=masks[1]
                )
                sampler, counts, left = decoder.compiled_sampler_for_task(task), np.zeros(3, int), 1000
                self.assertTrue(sampler.handles_throttling())
                while left > 0:
                    stats = sampler.sample(left)
                    counts += [stats.shots, stats.errors, stats.discards]
                    left -= stats.shots
                self.assertEqual(tuple(counts), wanted)

    def test_workers_of_sinter_share_a_process(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        decoder, answers = gfq_ldpc.SinterDecoder("relay", engine="cpu"), spawn.SimpleQueue()
        workers = [spawn.Process(target=work, args=(decoder, answers)) for _ in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
            self.assertEqual(worker.exitcode, 0)
        self.assertEqual([answers.get() for _ in workers], [(FLIPS, True)] * 2)
        assert decoder._service is not None and decoder._service.is_alive

    def test_bp_decoder_finds_single_errors(self) -> None:
        decoder = gfq_ldpc.BpDecoder(HAMMING, error_rate=0.1, bp_method="product_sum", server=self.server)
        for n in range(7):
            syndrome = HAMMING[:, n]
            found = decoder.decode(syndrome)
            self.assertEqual((HAMMING @ found % 2).tolist(), syndrome.tolist())
            self.assertTrue(decoder.converge)
            # Bit 6 is in every check: belief propagation finds another error with its syndrome.
            self.assertEqual(found.sum() == 1, n != 6)
        scaled = gfq_ldpc.BpDecoder(HAMMING, error_rate=0.1, ms_scaling_factor=0.75, server=self.server)
        self.assertIn("normalised-min-sum", scaled._decoder.spec)
        word = np.eye(7, dtype=np.uint8)[2]
        self.assertEqual(scaled.decode(word).tolist(), [0] * 7)

    def test_options_that_are_none_are_refused(self) -> None:
        for options in [{}, {"error_rate": 2}, {"error_rate": 0.1, "bp_method": "x"}, {"error_rate": 0.1, "osd_order": 3}]:
            with self.assertRaises(gfq_ldpc.InputError):
                gfq_ldpc.BpDecoder(HAMMING, server=self.server, **options)

    def test_bp_decode_sim_counts(self) -> None:
        result = gfq_ldpc.bp_decode_sim(HAMMING, 0.01, target_runs=500, bp_method="product_sum", server=self.server)
        # An error of two bits or more, which no decoder finds, has probability 0.002.
        self.assertEqual(result["run_count"], 500)
        self.assertGreaterEqual(result["bp_success_count"], 490)
        self.assertGreaterEqual(result["bp_converge_count"], result["bp_success_count"])


class Processes(unittest.TestCase):
    def test_two_clients_are_two_servers(self) -> None:
        with gfq_ldpc.Server(engine="cpu") as one, gfq_ldpc.Server(engine="cpu") as other:
            self.assertNotEqual(one.pid, other.pid)
        self.assertTrue(wait_until_gone(one.pid) and wait_until_gone(other.pid))

    def test_a_killed_server_is_an_exception_and_the_next_call_starts_another(self) -> None:
        with mock.patch.dict(os.environ):
            code = gfq_ldpc.Code.from_matrix(HAMMING)
            decoder = gfq_ldpc.Decoder(code, "min-sum")
            first = gfq_ldpc.default_server()
            request = first.request("simulate", code=1, decoder="min-sum", channel={"ebn0": 9}, options={"maxFrames": 10**9})
            os.kill(first.pid, signal.SIGKILL)
            with self.assertRaisesRegex(gfq_ldpc.ServerError, "the ldpc server ended with signal 9"):
                request.result()
            with self.assertRaisesRegex(gfq_ldpc.ServerError, "signal 9"):
                first.request("info")
            self.assertEqual(decoder.decode(np.full(7, 2.0)).symbols.sum(), 0)
            self.assertNotEqual(gfq_ldpc.default_server().pid, first.pid)
            gfq_ldpc.default_server().close()

    def test_a_call_that_is_interrupted_anywhere_leaves_the_server_usable(self) -> None:
        def is_interrupted(call: Callable[[], object], after: int) -> bool:
            """Whether a KeyboardInterrupt came before a call's end: behind so many calls, within Python's library too, where Python looks for signals."""

            def profile(_: object, event: str, __: object) -> None:
                nonlocal after
                after -= event in ("call", "c_return")
                if after < 0:
                    sys.setprofile(None)
                    raise KeyboardInterrupt

            sys.setprofile(profile)
            try:
                call()
                return False
            except KeyboardInterrupt:
                return True
            finally:
                sys.setprofile(None)

        with gfq_ldpc.Server(engine="cpu") as server:
            # A Ctrl-C of the terminal reaches the group of this process.
            self.assertNotEqual(os.getpgid(server.pid), os.getpgid(0))
            decoder = gfq_ldpc.Decoder(gfq_ldpc.Code.from_matrix(HAMMING, server=server), "min-sum iterations=3")
            llr = np.random.default_rng(1).normal(2, 2, (20, 7)).astype(np.float32)
            few = decoder.decode(llr)

            def expect_usable() -> None:
                again = decoder.decode(llr)
                np.testing.assert_array_equal(again.symbols, few.symbols)
                np.testing.assert_array_equal(again.iterations, few.iterations)

            calls: list[tuple[Callable[[], object], int]] = [
                (lambda: decoder.decode(llr), 1),
                (lambda: gfq_ldpc.simulate(decoder.code, "min-sum", ebn0=1, max_frames=64), 5),
                (lambda: gfq_ldpc.Code.from_matrix(HAMMING, server=server), 5),
            ]
            for call, step in calls:
                after = 0
                while is_interrupted(call, after):
                    after += step
                    expect_usable()
                self.assertGreater(after, 50)
            self.assertEqual(server._requests, {})

    def test_a_wait_that_is_interrupted_leaves_the_server_usable(self) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            with gfq_ldpc.Server(engine="cpu") as server:
                decoder = gfq_ldpc.Decoder(gfq_ldpc.Code("wimax-576-288", server=server), "min-sum iterations=3")
                # More than a pipe holds, so that a message is interrupted half written.
                llr = np.random.default_rng(1).normal(2, 2, (6_000, 576)).astype(np.float32)
                few = decoder.decode(llr[:100])
                calls = [
                    lambda: decoder.decode(np.tile(llr, (9, 1))),
                    lambda: gfq_ldpc.simulate(decoder.code, "min-sum", ebn0=1, max_errors=10**9, max_frames=10**9),
                ]
                for number in range(6):
                    with self.assertRaises(KeyboardInterrupt):
                        signal.setitimer(signal.ITIMER_REAL, 0.005 * 3 ** (number // 2))
                        calls[number % 2]()
                    again = decoder.decode(llr[:100])
                    np.testing.assert_array_equal(again.symbols, few.symbols)
                self.assertEqual(server._requests, {})
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def test_codes_and_decoders_go_to_other_processes(self) -> None:
        with gfq_ldpc.Server(engine="cpu") as server:
            llr = np.full((2, 7), 2.0)
            for code in (gfq_ldpc.Code("tiny20-gf2", server=server), gfq_ldpc.Code.from_matrix(HAMMING, server=server)):
                decoder = gfq_ldpc.Decoder(code, "min-sum iterations=5")
                for one in (code, decoder, gfq_ldpc.BpDecoder(HAMMING, error_rate=0.1, server=server)):
                    same = pickle.loads(pickle.dumps(one))
                    self.assertEqual(repr(same), repr(one) if "object at" not in repr(one) else repr(same))
                same = pickle.loads(pickle.dumps(decoder))
                self.assertEqual((same.code.hash, same.spec, same.code.on_server()[0]), (code.hash, decoder.spec, server))
            self.assertTrue(np.array_equal(same.decode(llr).symbols, decoder.decode(llr).symbols))
            path = Path(tempfile.mkdtemp()) / "decoder"
            path.write_bytes(pickle.dumps(decoder))
            script = (
                "import pickle, sys, numpy as np\n"
                "decoder = pickle.load(open(sys.argv[1], 'rb'))\n"
                "print(decoder.decode(np.full(7, 2.0)).symbols.sum(), decoder.code.on_server()[0]._choice[0])\n"
            )
            environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
            said = subprocess.run([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, env=environment, text=True)
            self.assertEqual(said.stdout, "0 cpu\n")

    def test_a_killed_client_ends_its_server(self) -> None:
        script = (
            "import gfq_ldpc, time\n"
            "server = gfq_ldpc.Server(engine='cpu')\n"
            "code = gfq_ldpc.Code('wimax-576-288', server=server)\n"
            "request = server.request('simulate', code=1, decoder='min-sum', channel={'ebn0': 9}, options={'maxFrames': 10**9})\n"
            "request.next()\n"
            "print(server.pid, flush=True)\n"
            "time.sleep(100)\n"
        )
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        client = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, env=environment, text=True)
        assert client.stdout is not None
        pid = int(client.stdout.readline())
        self.assertTrue(is_running(pid))
        client.kill()
        client.wait()
        client.stdout.close()
        self.assertTrue(wait_until_gone(pid))

    def test_a_server_of_another_process_is_not_used(self) -> None:
        with gfq_ldpc.Server(engine="cpu") as server:
            with mock.patch("gfq_ldpc._server.os.getpid", return_value=-1):
                with self.assertRaisesRegex(gfq_ldpc.ServerError, "make one in each process"):
                    server.request("info")


class Notebook(unittest.TestCase):
    def test_it_runs_from_top_to_bottom(self) -> None:
        notebook = json.loads((Path(__file__).resolve().parents[1] / "notebooks" / "first-curve.ipynb").read_text())
        code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(code), 3)
        names: dict[str, object] = {"__name__": "notebook"}
        with FRAMES, mock.patch("builtins.print"):
            for number, cell in enumerate(code):
                exec(compile(cell, f"cell {number}", "exec"), names)  # noqa: S102
        self.assertTrue(names["decoded"].converged.all())  # type: ignore[attr-defined]
        self.assertEqual(len(names["table"]), 3)  # type: ignore[arg-type]
        gfq_ldpc.default_server().close()


class Guide(unittest.TestCase):
    def test_its_programs_run_as_they_stand(self) -> None:
        guide = Path(__file__).resolve().parents[2] / "doc" / "guide" / "python.md"
        program = "\n".join(re.findall(r"^```python\n(.*?)^```$", guide.read_text(), re.MULTILINE | re.DOTALL))
        # A (3,6) code of 120 bits, of circulants of size 20.
        shifts = np.array([(0, 0, 0, 0, 0, 0), (0, 1, 3, 7, 11, 16), (0, 2, 5, 13, 9, 18)])
        matrix = np.block([[np.roll(np.eye(20, dtype=np.uint8), shift, axis=1) for shift in row] for row in shifts])
        before, said = os.getcwd(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                np.save("H.npy", matrix)
                subprocess.run([*_locate.command(), "code", "convert", "H.npy", "--out", "H.alist"], check=True)
                with FRAMES, contextlib.redirect_stdout(said), mock.patch.object(gfq_ldpc, "plot"):
                    exec(compile(program, str(guide), "exec"), {})  # noqa: S102
            finally:
                os.chdir(before)
        gfq_ldpc.default_server().close()
        self.assertRegex(said.getvalue(), r"(?m)^matrix 120 60 2\n0\.51\d* 4\n\d+ of 1000 frames wrong, \d+ of them undetected$")
        self.assertRegex(said.getvalue(), r"(?m)^True$")


class Installation(unittest.TestCase):
    def test_a_path_that_is_wrong_is_named(self) -> None:
        with mock.patch.dict(os.environ, {"GFQ_LDPC": "/nowhere"}):
            with self.assertRaisesRegex(gfq_ldpc.NotInstalledError, "GFQ_LDPC is /nowhere"):
                gfq_ldpc.Server()

    def test_without_node_the_message_says_how_to_get_it(self) -> None:
        with mock.patch.dict(os.environ, {"PATH": "/nowhere", "GFQ_LDPC": ""}):
            with mock.patch("gfq_ldpc._locate.__file__", "/a/b/c/d/e.py"):
                with self.assertRaisesRegex(gfq_ldpc.NotInstalledError, "install Node 20.19 or later"):
                    gfq_ldpc.Server()

    def test_a_program_that_is_no_server_is_an_exception(self) -> None:
        with mock.patch.dict(os.environ, {"GFQ_LDPC": "/bin/cat" if os.path.exists("/bin/cat") else sys.executable}):
            with self.assertRaisesRegex(gfq_ldpc.ServerError, "the ldpc server ended"):
                gfq_ldpc.Server()

    def test_plot_draws_rates_that_are_above_0_with_their_intervals(self) -> None:
        row = {"point": 1.0, "fer": 0.5, "fer_low": 0.4, "fer_high": 0.7}
        axes = mock.Mock()
        self.assertIs(gfq_ldpc.plot(gfq_ldpc.Table([row, {**row, "point": 2.0, "fer": 0.0}]), axes), axes)
        (x, y), options = axes.errorbar.call_args
        self.assertEqual((x.tolist(), y.tolist()), ([1.0], [0.5]))
        np.testing.assert_allclose(options["yerr"], [[0.1], [0.2]])
        axes.set_yscale.assert_called_with("log")
        axes.set_xlabel.assert_not_called()

    def test_plot_without_matplotlib_says_so(self) -> None:
        with mock.patch.dict(sys.modules, {"matplotlib": None}):
            with self.assertRaisesRegex(gfq_ldpc.NotInstalledError, "pip install matplotlib"):
                gfq_ldpc.plot(gfq_ldpc.Table())
        with self.assertRaisesRegex(gfq_ldpc.InputError, "show is fer, ser or ber"):
            gfq_ldpc.plot(gfq_ldpc.Table(), show="x")


if __name__ == "__main__":
    unittest.main()
