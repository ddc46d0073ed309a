// Builds the browser part. `node build.mjs` writes dist/, which crates/server builds into the binary;
// --tests, --e2e and --bench bundle the TypeScript of those folders for node.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const root = path.dirname(fileURLToPath(import.meta.url));
const argument = process.argv[2] ?? "";

/** Bundles every TypeScript file of a folder for node, packages left outside. */
async function forNode(folder, out) {
  await rm(path.join(root, out), { recursive: true, force: true });
  const files = (await readdir(path.join(root, folder))).filter((name) => /\.tsx?$/.test(name) && !/^(harness|contact)\.ts$/.test(name));
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: files.map((name) => path.join(folder, name)),
    outdir: out,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    jsx: "automatic",
    jsxImportSource: "preact",
    sourcemap: "inline",
    logLevel: "warning",
  });
}

/** Writes only what changed, so that cargo does not rebuild the server for nothing. */
async function writeChanged(file, contents) {
  await mkdir(path.dirname(file), { recursive: true });
  const before = await readFile(file).catch(() => undefined);
  if (before === undefined || !before.equals(contents)) await writeFile(file, contents);
}

async function forBrowser() {
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["src/main.tsx", "src/styles/main.css"],
    outdir: "dist",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022"],
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".woff2": "file", ".svg": "file" },
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    // What only some readers need is a file of its own: the Italian statements.
    splitting: true,
    chunkNames: "part-[hash]",
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const files = new Map(result.outputFiles.map((file) => [path.basename(file.path), Buffer.from(file.contents)]));
  const entry = (ending) => [...files.keys()].find((name) => name.startsWith("main-") && name.endsWith(ending));
  const html = await readFile(path.join(root, "src/index.html"), "utf8");
  files.set("index.html", Buffer.from(html.replace("{{script}}", entry(".js")).replace("{{style}}", entry(".css"))));
  files.set("icon.svg", await readFile(path.join(root, "src/icon.svg")));

  const dist = path.join(root, "dist");
  for (const [name, contents] of files) await writeChanged(path.join(dist, name), contents);
  for (const name of await readdir(dist)) if (!files.has(name)) await rm(path.join(dist, name), { recursive: true });
  const total = [...files.values()].reduce((sum, contents) => sum + contents.length, 0);
  const digest = createHash("sha256").update([...files.keys()].sort().join()).digest("hex").slice(0, 8);
  console.log(`web/dist: ${files.size} files, ${(total / 1024).toFixed(0)} KiB, ${digest}`);
}

if (argument === "--tests") await forNode("test", ".tests");
else if (argument === "--e2e") await forNode("e2e", ".e2e");
else if (argument === "--bench") await forNode("bench", ".bench");
else if (argument === "") await forBrowser();
else throw new Error(`unknown argument ${argument}; write --tests, --e2e, --bench or nothing`);
