/** The fixed records of a ZIP archive (APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.14 to 4.3.16). */

interface ZipRecord {
  name: Buffer;
  crc: number;
  size: number;
  compressedSize: number;
  /** Offset of the local header. */
  offset: number;
}

const versionPlain = 20;
const versionZip64 = 45;
/** General purpose bit 11: the name is in UTF-8. */
const utf8Flag = 0x0800;
const deflated = 8;
/** 1 January 1980, midnight. A fixed time gives the same rows the same archive. */
const dosTime = 0;
const dosDate = 0x0021;
const max32 = 0xffff_ffff;
const max16 = 0xffff;

export function localHeader(record: ZipRecord): Buffer {
  const header = Buffer.allocUnsafe(30 + record.name.length).fill(0);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(versionPlain, 4);
  writeCommon(header, record, 6);
  record.name.copy(header, 30);
  return header;
}

/** One entry of the directory; an offset past 4 GiB moves into the ZIP64 extra field (section 4.5.3). */
export function centralHeader(record: ZipRecord): Buffer {
  const far = record.offset >= max32;
  const header = Buffer.allocUnsafe(46 + record.name.length + (far ? 12 : 0)).fill(0);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(far ? versionZip64 : versionPlain, 4);
  header.writeUInt16LE(far ? versionZip64 : versionPlain, 6);
  writeCommon(header, record, 8);
  header.writeUInt16LE(far ? 12 : 0, 30);
  header.writeUInt32LE(far ? max32 : record.offset, 42);
  record.name.copy(header, 46);
  if (far) {
    const extra = 46 + record.name.length;
    header.writeUInt16LE(0x0001, extra);
    header.writeUInt16LE(8, extra + 2);
    header.writeBigUInt64LE(BigInt(record.offset), extra + 4);
  }
  return header;
}

function writeCommon(header: Buffer, record: ZipRecord, at: number): void {
  header.writeUInt16LE(utf8Flag, at);
  header.writeUInt16LE(deflated, at + 2);
  header.writeUInt16LE(dosTime, at + 4);
  header.writeUInt16LE(dosDate, at + 6);
  header.writeUInt32LE(record.crc, at + 8);
  header.writeUInt32LE(record.compressedSize, at + 12);
  header.writeUInt32LE(record.size, at + 16);
  header.writeUInt16LE(record.name.length, at + 20);
}

/** The end of the archive, with the ZIP64 end record and its locator only when a number needs them. */
export function centralDirectoryEnd(directory: { count: number; start: number; size: number }): Buffer {
  const { count, start, size } = directory;
  const big = count >= max16 || start >= max32 || size >= max32;
  const end = Buffer.alloc(big ? 98 : 22);
  let at = 0;
  if (big) {
    end.writeUInt32LE(0x0606_4b50, 0);
    end.writeBigUInt64LE(44n, 4);
    end.writeUInt16LE(versionZip64, 12);
    end.writeUInt16LE(versionZip64, 14);
    end.writeBigUInt64LE(BigInt(count), 24);
    end.writeBigUInt64LE(BigInt(count), 32);
    end.writeBigUInt64LE(BigInt(size), 40);
    end.writeBigUInt64LE(BigInt(start), 48);
    end.writeUInt32LE(0x0706_4b50, 56);
    end.writeBigUInt64LE(BigInt(start + size), 64);
    end.writeUInt32LE(1, 72);
    at = 76;
  }
  end.writeUInt32LE(0x0605_4b50, at);
  end.writeUInt16LE(Math.min(count, max16), at + 8);
  end.writeUInt16LE(Math.min(count, max16), at + 10);
  end.writeUInt32LE(Math.min(size, max32), at + 12);
  end.writeUInt32LE(Math.min(start, max32), at + 16);
  return end;
}
